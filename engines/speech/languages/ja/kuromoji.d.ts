declare module 'kuromoji' {
  type Morpheme = { surface_form: string; pos: string; pos_detail_1: string; pronunciation?: string };
  type Tokenizer = { tokenize(text: string): Morpheme[] };
  const kuromoji: {
    builder(options: { dicPath: string }): {
      build(done: (error: Error | null, tokenizer: Tokenizer) => void): void;
    };
  };
  export default kuromoji;
}
