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
import { type SpokenFigures, spokenFigures } from './spoken-figures.ts';
import { withSuffix } from './suffixes.ts';
import { symbolReadings } from './symbols.ts';
import { timeReadings } from './times.ts';
import { unitReadings } from './units.ts';
import { webReadings } from './web.ts';

/** Reads what a language does not write in words. */
export type Reader = {
  /** The more specific reading comes first. They take a while to build. */
  readings(): Reading[];
  figures: SpokenFigures;
  /** Matches a text that ends with an abbreviation after which the sentence goes on. */
  endsAbbreviated?(): RegExp;
};

export function grammarReader(grammar: Grammar): Reader {
  return {
    readings: () => grammarReadings(grammar),
    figures: spokenFigures(grammar),
    endsAbbreviated: () => endsAbbreviated(grammar),
  };
}

function grammarReadings(grammar: Grammar): Reading[] {
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

function endsAbbreviated({ abbreviations: { inside, beforeNumber = {} } }: Grammar): RegExp {
  const pointed = Object.keys({ ...inside, ...beforeNumber }).filter((written) => written.endsWith('.'));
  return new RegExp(`(?:^|[\\s(])(?:${oneOf(pointed)})$`, 'iu');
}
