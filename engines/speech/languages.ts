import { BORROWED_SOUNDS } from './phonemes/borrowed-sounds.ts';
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
const CYRILLIC = /[\p{Script=Cyrillic}\p{Script=Latin}\p{N}]/u;
const CJK_LATIN = /[\p{Script=Han}\p{Script=Latin}\p{N}]/u;

/** The languages that are offered. */
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
  // Spoken with sounds borrowed from those above.
  { code: 'ca', name: 'Catalan', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'cs', name: 'Czech', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'de', name: 'German', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'fi', name: 'Finnish', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'hr', name: 'Croatian', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'hu', name: 'Hungarian', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'id', name: 'Indonesian', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'nb', name: 'Norwegian Bokmål', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'nl', name: 'Dutch', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'pl', name: 'Polish', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'ro', name: 'Romanian', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'ru', name: 'Russian', scripts: CYRILLIC, scriptName: 'Cyrillic letters' },
  { code: 'sk', name: 'Slovak', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'sv', name: 'Swedish', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'tr', name: 'Turkish', scripts: LATIN, scriptName: 'Latin letters' },
  { code: 'uk', name: 'Ukrainian', scripts: CYRILLIC, scriptName: 'Cyrillic letters' },
];

const CODES = LANGUAGES.map(({ code }) => code);

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
  in: 'id',
  nn: 'nb',
  no: 'nb',
};

/** Accepts `fr`, `fr-FR`, `fr_CA` and so on. A region without its own accent falls back to its language. */
export function findLanguage(tag: string): SpeechLanguage | undefined {
  const wanted = tag.trim().replaceAll('_', '-').toLowerCase();
  const base = wanted.split('-')[0] ?? '';
  const exact = LANGUAGES.find(({ code }) => code.toLowerCase() === wanted);
  const code = ALIASES[wanted] ?? ALIASES[base] ?? base;
  return exact ?? LANGUAGES.find((language) => language.code === code);
}

/** Whether Kokoro was not trained on it. */
export function hasBorrowedSounds(code: string): boolean {
  return Object.hasOwn(BORROWED_SOUNDS, code);
}

/** The language that a mark in the text asks for. A bare `en` keeps the accent of a text that is English already. */
export function markedLanguage(tag: string, home: PhonemeLanguage): PhonemeLanguage | { fault: string } {
  if (tag.trim().toLowerCase() === home.split('-')[0]) return home;
  const code = findLanguage(tag)?.code;
  return (
    code ?? { fault: `"${tag.slice(0, 20)}" is not a supported language; use one of ${CODES.join(', ')}` }
  );
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
