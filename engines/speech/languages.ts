import type { Language } from './language.ts';
import { catalan } from './languages/ca/index.ts';
import { czech } from './languages/cs/index.ts';
import { german } from './languages/de/index.ts';
import { americanEnglish, britishEnglish } from './languages/en/index.ts';
import { spanish } from './languages/es/index.ts';
import { finnish } from './languages/fi/index.ts';
import { french } from './languages/fr/index.ts';
import { hindi } from './languages/hi/index.ts';
import { croatian } from './languages/hr/index.ts';
import { hungarian } from './languages/hu/index.ts';
import { indonesian } from './languages/id/index.ts';
import { italian } from './languages/it/index.ts';
import { japanese } from './languages/ja/index.ts';
import { norwegian } from './languages/nb/index.ts';
import { dutch } from './languages/nl/index.ts';
import { polish } from './languages/pl/index.ts';
import { brazilianPortuguese } from './languages/pt-BR/index.ts';
import { romanian } from './languages/ro/index.ts';
import { russian } from './languages/ru/index.ts';
import { slovak } from './languages/sk/index.ts';
import { swedish } from './languages/sv/index.ts';
import { turkish } from './languages/tr/index.ts';
import { ukrainian } from './languages/uk/index.ts';
import { mandarin } from './languages/zh/index.ts';

/** The catalogue has this order: the languages that Kokoro was trained on, then those it speaks with their sounds. */
const OFFERED = [
  americanEnglish,
  britishEnglish,
  spanish,
  french,
  hindi,
  italian,
  japanese,
  brazilianPortuguese,
  mandarin,
  catalan,
  czech,
  german,
  finnish,
  croatian,
  hungarian,
  indonesian,
  norwegian,
  dutch,
  polish,
  romanian,
  russian,
  slovak,
  swedish,
  turkish,
  ukrainian,
] as const;

/** The code of a language that is offered. */
export type LanguageCode = (typeof OFFERED)[number]['code'];

export type SpeechLanguage = Language<LanguageCode>;

export const LANGUAGES: readonly SpeechLanguage[] = OFFERED;

const BY_CODE = new Map<string, SpeechLanguage>(LANGUAGES.map((language) => [language.code, language]));
const BY_TAG = new Map(
  LANGUAGES.flatMap((language) =>
    [language.code.toLowerCase(), ...(language.aliases ?? [])].map((tag) => [tag, language] as const),
  ),
);

export function languageByCode(code: LanguageCode): SpeechLanguage {
  return BY_CODE.get(code) ?? americanEnglish;
}

/** Accepts `fr`, `fr-FR`, `fr_CA` and so on. A region without its own accent falls back to its language. */
export function findLanguage(tag: string): SpeechLanguage | undefined {
  const wanted = tag.trim().replaceAll('_', '-').toLowerCase();
  return BY_TAG.get(wanted) ?? BY_TAG.get(wanted.split('-')[0] ?? '');
}

export function languageOrEnglish(tag: string): SpeechLanguage {
  return findLanguage(tag) ?? americanEnglish;
}

const AGENT_DISCLOSURES = LANGUAGES.map(({ disclosure }) => disclosure.agent.replace(/\p{P}$/u, ''));

/** Whether an agent says in these words, in any language, that it is a machine. */
export function hasAgentDisclosure(text: string): boolean {
  return AGENT_DISCLOSURES.some((sentence) => text.includes(sentence));
}

/** Whether Kokoro was not trained on it. */
export function hasBorrowedSounds(code: string): boolean {
  const language = BY_CODE.get(code);
  return language !== undefined && !('kokoro' in language.presets);
}

/** The language that a mark in the text asks for. A bare `en` keeps the accent of a text that is English already. */
export function markedLanguage(tag: string, home: LanguageCode): LanguageCode | { fault: string } {
  if (tag.trim().toLowerCase() === home.split('-')[0]) return home;
  const codes = LANGUAGES.map(({ code }) => code).join(', ');
  return (
    findLanguage(tag)?.code ?? {
      fault: `"${tag.slice(0, 20)}" is not a supported language; use one of ${codes}`,
    }
  );
}

const LETTER = /\p{L}/u;

/** The first letter in `text` that the language cannot read. */
export function unreadableLetter(text: string, { script }: SpeechLanguage): string | undefined {
  for (const character of text) {
    if (LETTER.test(character) && !script.letters.test(character) && !/\p{Script=Common}/u.test(character))
      return character;
  }
  return undefined;
}
