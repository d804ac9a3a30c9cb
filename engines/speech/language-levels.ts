import { readFileSync } from 'node:fs';
import { findLanguage } from './languages.ts';
import { findVoice } from './voices.ts';

/** How well a voice speaks a language. `native`: it was trained on it. */
export type LanguageLevel = {
  language: string;
  level: 'native' | 'good' | 'accented';
  /** Share of the characters that a recogniser gets wrong. Null where it was not measured. */
  characterErrors: number | null;
};

/** Measured levels by voice, then by language: docs/languages.md. */
type Measured = Record<string, Record<string, number>>;
const MEASURED = JSON.parse(
  readFileSync(new URL('./language-levels.json', import.meta.url), 'utf8'),
) as Measured;

const MOST_ERRORS = { good: 0.06, accented: 0.12 };

/** The languages that a preset speaks well enough to be listed, its own first, then the best. Others may be asked for as well. */
export function languagesOf(voiceId: string): LanguageLevel[] {
  const voice = findVoice(voiceId);
  if (!voice) return [];
  const measured = MEASURED[voiceId] ?? {};
  const own = levelOf(voice.language, measured[voice.language] ?? null);
  const others = Object.entries(measured)
    .filter(([language, errors]) => language !== voice.language && errors <= MOST_ERRORS.accented)
    .filter(([language]) => findLanguage(language)?.code === language)
    .sort(([, a], [, b]) => a - b);
  return [
    voice.recipe ? own : { ...own, level: 'native' },
    ...others.map(([language, errors]) => levelOf(language, errors)),
  ];
}

function levelOf(language: string, characterErrors: number | null): LanguageLevel {
  const isGood = characterErrors !== null && characterErrors <= MOST_ERRORS.good;
  return { language, level: isGood ? 'good' : 'accented', characterErrors };
}
