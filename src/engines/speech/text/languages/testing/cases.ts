import type { GrammarLanguage } from '../index.ts';
import type { Case } from './case.ts';
import { DUTCH_CASES } from './dutch.ts';
import { GERMAN_CASES } from './german.ts';
import { RUSSIAN_CASES } from './russian.ts';

export const CASES: Record<GrammarLanguage, readonly Case[]> = {
  de: GERMAN_CASES,
  nl: DUTCH_CASES,
  ru: RUSSIAN_CASES,
};
