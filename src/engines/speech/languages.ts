import type { PhonemeLanguage } from './phonemes/methods.ts';

export type SpeechLanguage = {
  code: PhonemeLanguage;
  name: string;
  /** Letters that this language can read. Latin is read everywhere, as foreign words. */
  scripts: RegExp;
  /** Names the script in error messages. */
  scriptName: string;
};

const LATIN = /[\p{Script=Latin}\p{N}]/u;
const CJK_LATIN = /[\p{Script=Han}\p{Script=Latin}\p{N}]/u;

export const LANGUAGES: readonly SpeechLanguage[] = [
  { code: 'en-US', name: 'American English', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'en-GB', name: 'British English', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'es', name: 'Spanish', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'fr', name: 'French', scripts: LATIN, scriptName: 'Latin letters' },
  {
    code: 'hi',
    name: 'Hindi',
    scripts: /[\p{Script=Devanagari}\p{Script=Latin}\p{N}]/u,
    scriptName: 'Devanagari',
  },
  { code: 'it', name: 'Italian', scripts: LATIN, scriptName: 'Latin letters' },
  {
    code: 'ja',
    name: 'Japanese',
    scripts: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Latin}\p{N}]/u,
    scriptName: 'kana and kanji',
  },
  { code: 'pt-BR', name: 'Brazilian Portuguese', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'zh', name: 'Mandarin Chinese', scripts: CJK_LATIN, scriptName: 'Chinese characters' },
];

/** Other tags that callers use for the same languages. */
const ALIASES: Record<string, PhonemeLanguage> = {
  en: 'en-US',
  'en-au': 'en-GB',
  'en-ie': 'en-GB',
  'en-in': 'en-GB',
  'en-nz': 'en-GB',
  'en-uk': 'en-GB',
  pt: 'pt-BR',
  cmn: 'zh',
};

/** Accepts `fr`, `fr-FR`, `fr_CA` and so on. A region without its own accent falls back to its language. */
export function findLanguage(tag: string): SpeechLanguage | undefined {
  const wanted = tag.trim().replaceAll('_', '-').toLowerCase();
  const base = wanted.split('-')[0] ?? '';
  const exact = LANGUAGES.find(({ code }) => code.toLowerCase() === wanted);
  const code = ALIASES[wanted] ?? ALIASES[base] ?? base;
  return exact ?? LANGUAGES.find((language) => language.code === code);
}

const LETTER = /\p{L}/u;

/** The first letter in `text` that the language cannot read. */
export function unreadableLetter(text: string, language: SpeechLanguage): string | undefined {
  for (const character of text) {
    if (LETTER.test(character) && !language.scripts.test(character) && !/\p{Script=Common}/u.test(character))
      return character;
  }
  return undefined;
}
