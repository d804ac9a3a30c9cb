import type { Reading } from '../token.ts';
import { abbreviationReadings } from './abbreviations.ts';
import { dateReadings } from './dates.ts';
import { dutch } from './dutch.ts';
import { german } from './german.ts';
import type { Grammar } from './grammar.ts';
import { moneyReadings } from './money.ts';
import { numberReadings } from './numbers.ts';
import { ordinalReadings } from './ordinals.ts';
import { phoneReadings } from './phones.ts';
import { rangeReadings } from './ranges.ts';
import { russian } from './russian.ts';
import { symbolReadings } from './symbols.ts';
import { timeReadings } from './times.ts';
import { unitReadings } from './units.ts';
import { webReadings } from './web.ts';

/** By BCP 47 code. */
const GRAMMARS = {
  de: german,
  nl: dutch,
  ru: russian,
} satisfies Record<string, Grammar>;

/** A language whose figures and abbreviations are read by a grammar. */
export type GrammarLanguage = keyof typeof GRAMMARS;
export const GRAMMAR_LANGUAGES = Object.keys(GRAMMARS) as GrammarLanguage[];

export function hasGrammar(language: string): language is GrammarLanguage {
  return Object.hasOwn(GRAMMARS, language);
}

/** Order matters: the more specific reading comes first. */
export function grammarReadings(language: GrammarLanguage): Reading[] {
  const grammar: Grammar = GRAMMARS[language];
  return [
    ...(grammar.own?.(grammar) ?? []),
    ...webReadings(grammar),
    ...dateReadings(grammar),
    ...timeReadings(grammar),
    ...phoneReadings(grammar),
    ...moneyReadings(grammar),
    ...unitReadings(grammar),
    ...rangeReadings(grammar),
    ...ordinalReadings(grammar),
    ...numberReadings(grammar),
    ...abbreviationReadings(grammar),
    ...symbolReadings(grammar),
  ];
}
