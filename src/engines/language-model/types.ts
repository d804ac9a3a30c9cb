export type Completion = {
  text: string;
  /** As the server that answered calls it. */
  model: string;
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
};

export type LanguageModel = {
  model: string;
  /** Whether it runs on another machine. */
  external: boolean;
  /** Throws a `DomainError` of kind `upstream_failed` for whatever goes wrong on the other side. */
  complete(prompt: string, options?: { signal?: AbortSignal | undefined }): Promise<Completion>;
};
