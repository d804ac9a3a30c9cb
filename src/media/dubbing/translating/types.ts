import type { DubScript, Glossary } from '../project.ts';

/**
 * Lists the possible translations. `anyTo` holds the targets into which every language that is heard can be
 * translated.
 */
export type TranslatorList = {
  languageModel: string | null;
  pairs: { source: string; target: string; by: string }[];
  anyTo: string[];
};

export type TranslateRequest = {
  script: DubScript;
  target: string;
  glossary: Glossary;
  /** The sound of the film: mono, 16 kHz. */
  samples: Float32Array;
  /** Whether nobody has written or changed the text, so that the sound may be translated instead. */
  isAsHeard: boolean;
};
export type TranslateOptions = { signal: AbortSignal; onProgress(share: number): void };
/** `by` is null if there was nothing to translate. A line that could not be translated stays without a translation. */
type Translated = { script: DubScript; by: string | null };

export type Translators = {
  list(): TranslatorList;
  /** Translates the lines that have no translation. */
  translate(request: TranslateRequest, options: TranslateOptions): Promise<Translated>;
};
