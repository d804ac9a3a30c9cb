import { catalan } from '../languages/ca/grammar.ts';
import { czech } from '../languages/cs/grammar.ts';
import { german } from '../languages/de/grammar.ts';
import { finnish } from '../languages/fi/grammar.ts';
import { croatian } from '../languages/hr/grammar.ts';
import { hungarian } from '../languages/hu/grammar.ts';
import { indonesian } from '../languages/id/grammar.ts';
import { norwegian } from '../languages/nb/grammar.ts';
import { dutch } from '../languages/nl/grammar.ts';
import { polish } from '../languages/pl/grammar.ts';
import { romanian } from '../languages/ro/grammar.ts';
import { russian } from '../languages/ru/grammar.ts';
import { slovak } from '../languages/sk/grammar.ts';
import { swedish } from '../languages/sv/grammar.ts';
import { turkish } from '../languages/tr/grammar.ts';
import { ukrainian } from '../languages/uk/grammar.ts';
import { abbreviationReadings } from './abbreviations.ts';
import { oneOf } from './amounts.ts';
import { codeReadings } from './codes.ts';
import { dateReadings, weekdayReadings } from './dates.ts';
import type { Grammar } from './grammar.ts';
import { initialReadings } from './initials.ts';
import { moneyReadings } from './money.ts';
import { numberReadings } from './numbers.ts';
import { ordinalReadings } from './ordinals.ts';
import { phoneReadings } from './phones.ts';
import { rangeReadings } from './ranges.ts';
import type { Reading } from './reading.ts';
import { romanReadings } from './roman.ts';
import { withSuffix } from './suffixes.ts';
import { symbolReadings } from './symbols.ts';
import { timeReadings } from './times.ts';
import { unitReadings } from './units.ts';
import { webReadings } from './web.ts';

/** By BCP 47 code. */
const GRAMMARS = {
  de: german,
  nl: dutch,
  ru: russian,
  pl: polish,
  uk: ukrainian,
  id: indonesian,
  hu: hungarian,
  tr: turkish,
  ro: romanian,
  fi: finnish,
  cs: czech,
  sv: swedish,
  ca: catalan,
  nb: norwegian,
  sk: slovak,
  hr: croatian,
} satisfies Record<string, Grammar>;

/** A language whose figures and abbreviations are read by a grammar. */
export type GrammarLanguage = keyof typeof GRAMMARS;
export const GRAMMAR_LANGUAGES = Object.keys(GRAMMARS) as GrammarLanguage[];

export function hasGrammar(language: string): language is GrammarLanguage {
  return Object.hasOwn(GRAMMARS, language);
}

export function grammarOf(language: GrammarLanguage): Grammar {
  return GRAMMARS[language];
}

/** Order matters: the more specific reading comes first. */
export function grammarReadings(language: GrammarLanguage): Reading[] {
  const grammar = grammarOf(language);
  const figures = [
    ...(grammar.own?.(grammar) ?? []),
    ...dateReadings(grammar),
    ...weekdayReadings(grammar),
    ...timeReadings(grammar),
    ...phoneReadings(grammar),
    ...ordinalReadings(grammar),
    ...moneyReadings(grammar),
    ...unitReadings(grammar),
    ...rangeReadings(grammar),
    ...numberReadings(grammar),
    ...romanReadings(grammar),
    ...codeReadings(grammar),
  ];
  return [
    ...webReadings(grammar),
    ...withSuffix(figures, grammar),
    ...abbreviationReadings(grammar),
    ...initialReadings(grammar),
    ...symbolReadings(grammar),
  ];
}

/** Matches a text that ends with an abbreviation after which the sentence goes on. */
export function endsAbbreviated(language: GrammarLanguage): RegExp {
  const { inside, beforeNumber = {} } = grammarOf(language).abbreviations;
  const pointed = Object.keys({ ...inside, ...beforeNumber }).filter((written) => written.endsWith('.'));
  return new RegExp(`(?:^|[\\s(])(?:${oneOf(pointed)})$`, 'iu');
}
