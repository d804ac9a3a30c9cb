import type { Reading } from './reading.ts';

/** A number as it was written, without signs for groups. */
export type Amount = { whole: string; fraction: string };

export type Gender = 'm' | 'f' | 'n';

/**
 * A counted noun: its gender, then its forms, as in `f минута/минуты/минут`. Which form goes with which number is
 * the grammar's `formFor`; a form that is left out is like the last. `#` in a form is where the number goes, if not
 * before it: `n yüzde #`; a form that begins with `=` stands without one: `f =pół`.
 */
export type Noun = string;

/** A form before or after a noun, which stands for `*`: `Quadrat*`, `* kwadratowy/* kwadratowe`. */
export type Pattern = string;

export type Currency = { name: Noun; cent?: Noun };

/** The words and signs of a language, by which the readings of all languages work. */
export type Tables = {
  /** BCP 47, for what `Intl` knows: plural rules and the names of months. */
  locale: string;

  // Numbers
  decimalSign: ',' | '.';
  /** Signs between groups of three, as a part of a character class. No-break spaces are accepted everywhere. */
  groupSigns: string;
  /** The index of a noun's form for each plural category of the locale. Categories that are left out take the last. */
  formFor: Partial<Record<Intl.LDMLPluralRule, number>>;
  /** Halves, thirds and so on, by denominator. */
  fractions: Record<number, Noun>;

  // Ranks
  /** How a rank is written in figures, where no point follows it. `#` is the number. */
  rank?: { suffix: string } | { words: string };
  /** Words that follow a rank although they begin with a capital: `2. Dünya Savaşı`. */
  rankedNouns?: readonly string[];
  /** Endings that are written after figures and signs, and spoken as part of the last word: `2026'da`, `20 %-os`. */
  suffix?: { sign: string; longest: number };
  /** Whether nouns begin with capitals, so that one does not tell where a sentence begins. */
  capitalNouns?: true;
  /** Words that begin a sentence after `3.` or `usw.`, where a capital does not tell. */
  starters?: readonly string[];

  // Dates and times
  /** The months as dates have them, if `Intl` does not give them. */
  months?: readonly string[];
  /** Patterns of what may stand between day and month, or after the year: `d’`, `\\s?г\\.`. */
  dateParts?: { beforeMonth?: string; beforeYear?: string; afterYear?: string; yearFirst?: true };
  /** The separators of hour and minute besides the colon need the word before or after: `klo 14.30`, `14.30 Uhr`. */
  timeWords?: { before?: string; after?: string };

  // Nouns
  units: Record<string, Noun>;
  /** kilo, mega, giga, tera, milli, centi, micro, nano and others, joined to a unit. */
  prefixes: Record<string, string>;
  square: Pattern;
  cubic: Pattern;
  /** The keys are symbols of the second unit: `h: 'pro Stunde'`. */
  per: Record<string, string>;
  /** Other symbols for units, as `км` for `km`. An empty one is no unit in this language, as Czech `s` (with). */
  unitSymbols?: Record<string, string>;
  /** Million and so on as they are written after figures: `Mio.|Mio`. */
  scales: Record<string, Noun>;
  /** The keys are ISO 4217 codes. */
  currencies: Record<string, Currency>;
  /** Local signs and abbreviations of currencies. */
  currencySigns?: Record<string, string>;
  /** Stands between the two parts of an amount of money: `und`. Empty by default. */
  centsAfter?: string;

  // Words
  and: string;
  to: string;
  minus: string;
  plus: string;
  /** `×` is also read between dimensions. `.` and others are read in addresses of web pages. */
  signs: Record<string, string>;
  abbreviations: {
    /** Never end a sentence: `z. B.`. A space may be left out. */
    inside: Record<string, string>;
    /** May end one: `usw.`. */
    last: Record<string, string>;
    /** Only before a number: `S. 5`. */
    beforeNumber?: Record<string, string>;
  };
};

/**
 * How one language reads what is not written in words. Everything else about it is left to the language process. Figures
 * are digits as text without leading zeros, so that no length overflows.
 */
export type Grammar = Tables & {
  // Numbers
  /** Reads a number before a noun of `gender`, or on its own (`eins`, `две`) without one. */
  cardinal(figures: string, gender?: Gender): string;
  /** How `3,14` is read. The fraction has its zeros. */
  decimal(whole: string, fraction: string): string;
  /** Puts a number before its noun, if anything comes between: `douăzeci de kilometri`. */
  join?(number: string, noun: string, category: Intl.LDMLPluralRule, amount: Amount): string;
  /** The genitive after some words, as in `до пяти километров`, for languages that decline numerals. */
  genitive?: {
    /** Tests the text before the number. */
    after: RegExp;
    cardinal(figures: string, gender?: Gender): string;
    formFor: Partial<Record<Intl.LDMLPluralRule, number>>;
  };
  /** The gender of a word that follows a bare number, if its ending tells. */
  genderOf?(word: string, figures: string, isGenitive: boolean): Gender | undefined;
  /** 2½; by default `zwei und ein halb`, with `and`. */
  mixed?(whole: string, part: string, figures: { whole: string; top: string; bottom: string }): string;
  /** 10–12. By default `zehn bis zwölf`, with `to`. `before` is, here and below, the text before it. */
  range?(from: string, to: string, place: { before: string; gender: Gender | undefined }): string;

  // Ranks
  /** `3.` before a word. `after` is the text behind the point. Null: it is no rank. */
  pointOrdinal?(figures: string, before: string, after: string): string | null;
  /** `3-й`, `3e`: what may follow the figures, and how it is read. */
  suffixOrdinal?: { suffix: string; read(figures: string, suffix: string, before: string): string | null };
  /** A number after the name of a ruler: `der Vierzehnte`. */
  regnal?(figures: string, before: string): string | null;

  // Dates and times
  date(date: { day: string; month: string; year?: string | undefined }, before: string): string;
  /** Four figures that stand alone, if they are read otherwise than as a number. */
  year?(figures: string, before: string, after: string): string | null;
  time(hour: string, minute: string, before: string): string;

  /** Readings that only this language has. They are tried before all others. */
  own?(grammar: Grammar): Reading[];
};
