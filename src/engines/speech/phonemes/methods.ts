/** Languages whose sounds the language process can write down. */
export type PhonemeLanguage = 'en-US' | 'en-GB' | 'es' | 'fr' | 'hi' | 'it' | 'pt-BR' | 'ja' | 'zh';

export type PhonemizePayload = { language: PhonemeLanguage; clauses: string[] };

export type LanguageMethods = {
  /** One string of phonemes for each clause, words apart by a space. */
  phonemize(payload: PhonemizePayload): { clauses: string[] };
};
