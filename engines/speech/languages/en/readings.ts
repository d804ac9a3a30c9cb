import type { Reading } from '../../grammar/reading.ts';
import { ABBREVIATION_READINGS } from './abbreviations.ts';
import { ACRONYM_READINGS } from './acronyms.ts';
import { ADDRESS_READINGS } from './addresses.ts';
import { CODE_READINGS } from './codes.ts';
import { dateReadings } from './dates.ts';
import { decadeReadings } from './decades.ts';
import { moneyReadings } from './money.ts';
import type { Variant } from './number-words.ts';
import { numberReadings } from './numbers.ts';
import { PHONE_READINGS } from './phones.ts';
import { rangeReadings, UNTIL_READINGS } from './ranges.ts';
import { ROMAN_READINGS } from './roman.ts';
import { SOFTWARE_READINGS } from './software.ts';
import { SYMBOL_READINGS } from './symbols.ts';
import { TIME_READINGS } from './times.ts';
import { unitReadings } from './units.ts';
import { WEB_READINGS } from './web.ts';

/** Order matters: the more specific reading comes first. */
export function englishReadings(variant: Variant): Reading[] {
  return [
    ...SOFTWARE_READINGS,
    ...WEB_READINGS,
    ...ADDRESS_READINGS,
    ...moneyReadings(variant),
    ...dateReadings(variant),
    ...TIME_READINGS,
    ...UNTIL_READINGS,
    ...PHONE_READINGS,
    ...CODE_READINGS,
    ...decadeReadings(variant),
    ...unitReadings(variant),
    ...rangeReadings(variant),
    ...numberReadings(variant),
    ...ROMAN_READINGS,
    ...ABBREVIATION_READINGS,
    ...ACRONYM_READINGS,
    ...SYMBOL_READINGS,
  ];
}
