/** Languages that Kokoro's voices were trained on. */
export type TrainedLanguage = 'en-US' | 'en-GB' | 'es' | 'fr' | 'hi' | 'it' | 'pt-BR' | 'ja' | 'zh';

/** Languages that they speak with sounds of the others: docs/decisions/0031-borrowed-languages.md. */
export type BorrowedLanguage =
  | 'ca'
  | 'cs'
  | 'de'
  | 'fi'
  | 'hr'
  | 'hu'
  | 'id'
  | 'nb'
  | 'nl'
  | 'pl'
  | 'ro'
  | 'ru'
  | 'sk'
  | 'sv'
  | 'tr'
  | 'uk';

/** Languages that the language process can phonemize. */
export type PhonemeLanguage = TrainedLanguage | BorrowedLanguage;

/** A written word, the phonemes given for it, or a word of another language than the others. */
export type ClauseWord = string | { phonemes: string } | { foreign: string; language: PhonemeLanguage };

export type PhonemizePayload = { language: PhonemeLanguage; clauses: ClauseWord[][] };

/** Symbols of a clause, words separated by a space, and the offset of each word's symbols. */
export type PhonemizedClause = { phonemes: string; starts: number[] };

export type LanguageMethods = {
  /** Returns only symbols that the voices know. */
  phonemize(payload: PhonemizePayload): { clauses: PhonemizedClause[] };
  /** How well each text fits each language; see `detection`. */
  scoreLanguages(payload: { texts: string[] }): { scores: Record<string, number>[] };
};
