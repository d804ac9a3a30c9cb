import type { LanguageCode } from '../languages.ts';

/**
 * A spoken unit with its place in the caller's text. `start` and `end` are UTF-16 offsets in the original, so word timings
 * point at what the caller wrote ("$3.50"), not at what is spoken.
 */
export type Token = {
  /** `word` is spoken, `mark` shapes the melody and may end a sentence, `break` ends a paragraph, `pause` is silence. */
  kind: 'word' | 'mark' | 'break' | 'pause';
  spoken: string;
  start: number;
  end: number;
  /** Overrides the pronunciation of `spoken`. */
  phonemes?: string;
  /** Set if the token comes from the caller's pronunciations. */
  fromPronunciation?: true;
  /** Length of a pause. Independent of speed. */
  pauseMs?: number;
  /** Speed relative to the rest of the text. Defaults to 1. */
  rate?: number;
  /** Set only if the word is in another language than the request. */
  language?: LanguageCode;
};
