/** ISO 639-1 codes. */
export type LanguagePair = { source: string; target: string };

/** `through`: the language between them, if there is no direct way. */
export type OfferedPair = LanguagePair & { through: string | null };

export type LineToTranslate = {
  text: string;
  /** More characters cannot be said in the time of the line. Only engines that can choose their words keep to it. */
  maxCharacters?: number | undefined;
};

export type TranslationRequest = LanguagePair & {
  /** Lines are in the order in which they are spoken: a sentence may go on in the next line. */
  lines: readonly LineToTranslate[];
  /** Lines that were said just before, with their translations. */
  before?: readonly { text: string; translation: string }[] | undefined;
  /** Terms of the source language with the words to use for them. */
  glossary?: Readonly<Record<string, string>> | undefined;
};

export type TranslatedLine = {
  text: string;
  /** Words that the engine does not know and left as they were. */
  unknownWords: readonly string[];
};

type TranslationOptions = { signal?: AbortSignal | undefined };

export type TranslationEngine = {
  name: string;
  capabilities: {
    /** Whether it keeps to `maxCharacters`. */
    fitsLength: boolean;
    /** Null: every pair. */
    pairs: readonly OfferedPair[] | null;
  };
  /** Returns as many lines as there were, in their order. */
  translate(request: TranslationRequest, options?: TranslationOptions): Promise<TranslatedLine[]>;
};
