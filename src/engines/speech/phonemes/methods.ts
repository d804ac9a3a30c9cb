/** Languages whose sounds the language process can write down. */
export type PhonemeLanguage = 'en-US' | 'en-GB' | 'es' | 'fr' | 'hi' | 'it' | 'pt-BR' | 'ja' | 'zh';

/** A word as it is written, or the sounds that were asked for instead. */
export type ClauseWord = string | { phonemes: string };

export type PhonemizePayload = { language: PhonemeLanguage; clauses: ClauseWord[][] };

/** The symbols of a clause, words apart by a space, and for each of its words where its symbols begin. */
export type PhonemizedClause = { phonemes: string; starts: number[] };

export type LanguageMethods = {
  /** Only symbols that the voices know. */
  phonemize(payload: PhonemizePayload): { clauses: PhonemizedClause[] };
};
