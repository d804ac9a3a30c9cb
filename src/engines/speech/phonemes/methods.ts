/** Languages that the language process can phonemize. */
export type PhonemeLanguage = 'en-US' | 'en-GB' | 'es' | 'fr' | 'hi' | 'it' | 'pt-BR' | 'ja' | 'zh';

/** A written word, or the phonemes given for it. */
export type ClauseWord = string | { phonemes: string };

export type PhonemizePayload = { language: PhonemeLanguage; clauses: ClauseWord[][] };

/** Symbols of a clause, words separated by a space, and the offset of each word's symbols. */
export type PhonemizedClause = { phonemes: string; starts: number[] };

export type LanguageMethods = {
  /** Returns only symbols that the voices know. */
  phonemize(payload: PhonemizePayload): { clauses: PhonemizedClause[] };
};
