import type { GrammarLanguage } from '../index.ts';
import type { Case } from './case.ts';
import { CATALAN_CASES } from './catalan.ts';
import { CROATIAN_CASES } from './croatian.ts';
import { CZECH_CASES } from './czech.ts';
import { DUTCH_CASES } from './dutch.ts';
import { FINNISH_CASES } from './finnish.ts';
import { GERMAN_CASES } from './german.ts';
import { HUNGARIAN_CASES } from './hungarian.ts';
import { INDONESIAN_CASES } from './indonesian.ts';
import { NORWEGIAN_CASES } from './norwegian.ts';
import { POLISH_CASES } from './polish.ts';
import { ROMANIAN_CASES } from './romanian.ts';
import { RUSSIAN_CASES } from './russian.ts';
import { SLOVAK_CASES } from './slovak.ts';
import { SWEDISH_CASES } from './swedish.ts';
import { TURKISH_CASES } from './turkish.ts';
import { UKRAINIAN_CASES } from './ukrainian.ts';

export const CASES: Record<GrammarLanguage, readonly Case[]> = {
  de: GERMAN_CASES,
  nl: DUTCH_CASES,
  ru: RUSSIAN_CASES,
  pl: POLISH_CASES,
  uk: UKRAINIAN_CASES,
  id: INDONESIAN_CASES,
  hu: HUNGARIAN_CASES,
  tr: TURKISH_CASES,
  ro: ROMANIAN_CASES,
  fi: FINNISH_CASES,
  cs: CZECH_CASES,
  sv: SWEDISH_CASES,
  ca: CATALAN_CASES,
  nb: NORWEGIAN_CASES,
  sk: SLOVAK_CASES,
  hr: CROATIAN_CASES,
};
