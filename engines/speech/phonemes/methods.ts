import type { LanguageCode } from '../languages.ts';

/** A written word, the phonemes given for it, or a word of another language than the others. */
export type ClauseWord = string | { phonemes: string } | { foreign: string; language: LanguageCode };

type PhonemizePayload = { language: LanguageCode; clauses: ClauseWord[][] };

/** Symbols of a clause, words separated by a space, and the offset of each word's symbols. */
export type PhonemizedClause = { phonemes: string; starts: number[] };

export type LanguageMethods = {
  /** Returns only symbols that the voices know. */
  phonemize(payload: PhonemizePayload): { clauses: PhonemizedClause[] };
  /** How well each text fits each language; see `detection`. */
  scoreLanguages(payload: { texts: string[] }): { scores: Record<string, number>[] };
};
