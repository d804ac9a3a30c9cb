import type { GrammarLanguage } from '../../grammar/reader.ts';
import { CATALAN_CASES } from '../ca/testing/examples.ts';
import { CZECH_CASES } from '../cs/testing/examples.ts';
import { GERMAN_CASES } from '../de/testing/examples.ts';
import { FINNISH_CASES } from '../fi/testing/examples.ts';
import { CROATIAN_CASES } from '../hr/testing/examples.ts';
import { HUNGARIAN_CASES } from '../hu/testing/examples.ts';
import { INDONESIAN_CASES } from '../id/testing/examples.ts';
import { NORWEGIAN_CASES } from '../nb/testing/examples.ts';
import { DUTCH_CASES } from '../nl/testing/examples.ts';
import { POLISH_CASES } from '../pl/testing/examples.ts';
import { ROMANIAN_CASES } from '../ro/testing/examples.ts';
import { RUSSIAN_CASES } from '../ru/testing/examples.ts';
import { SLOVAK_CASES } from '../sk/testing/examples.ts';
import { SWEDISH_CASES } from '../sv/testing/examples.ts';
import { TURKISH_CASES } from '../tr/testing/examples.ts';
import { UKRAINIAN_CASES } from '../uk/testing/examples.ts';
import type { Case } from './case.ts';

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
