import { compoundReading } from '../../grammar/codes.ts';
import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { inThrees, minutes, pointed } from '../../grammar/number-words.ts';

type Words = {
  zero: string;
  /** One before common nouns, and before neuter ones. */
  one: Record<'common' | 'neuter', string>;
  /** "1" on its own is read in this gender. */
  alone: 'common' | 'neuter';
  underHundred(value: number, one: string): string;
  hundred: string;
  thousand: string;
  /** Stands between hundreds and the rest: " og ". */
  and: string;
  /** Stands between a number and "hundred" or "thousand". */
  gap: string;
  scales: readonly (readonly [one: string, many: string])[];
};

/** Numbers of Swedish and Norwegian. "Hundred" and "thousand" leave out their one. */
export function scandinavianNumbers(words: Words): Grammar['cardinal'] {
  const { zero, one, alone, underHundred, hundred, thousand, and, gap, scales } = words;

  const small = (value: number, ending: string): string => {
    const hundreds = Math.floor(value / 100);
    const rest = value % 100;
    const head =
      hundreds === 0
        ? ''
        : hundreds === 1
          ? hundred
          : `${underHundred(hundreds, one.neuter)}${gap}${hundred}`;
    return head + (rest === 0 ? '' : `${head === '' ? '' : and}${underHundred(rest, ending)}`);
  };

  return function cardinal(figures: string, gender?: Gender): string {
    if (figures === '0') return zero;
    const groups = inThrees(figures);
    if (groups.length > scales.length + 2) return [...figures].map((figure) => cardinal(figure)).join(' ');
    const ending = gender === undefined ? one[alone] : gender === 'n' ? one.neuter : one.common;
    return groups
      .flatMap((value, i) => {
        const scale = groups.length - 1 - i;
        if (value === 0) return [];
        // tusen og en
        if (scale === 0) return [(i > 0 && value < 100 ? and.trimStart() : '') + small(value, ending)];
        if (scale === 1) return [value === 1 ? thousand : `${small(value, one.neuter)}${gap}${thousand}`];
        const [singular = '', plural = ''] = scales[scale - 2] ?? [];
        return [value === 1 ? `${one.common} ${singular}` : `${small(value, one.common)} ${plural}`];
      })
      .join(' ');
  };
}

/** "tjugo" and the like with the ones behind: tjugoett. */
export function tensFirst(ones: readonly string[], tens: readonly string[]): Words['underHundred'] {
  return (value, one) => {
    const last = value < 20 ? value : value % 10;
    const word = last === 1 ? one : last === 0 ? '' : (ones[last] ?? '');
    return value < 20 ? word : `${tens[Math.floor(value / 10)]}${word}`;
  };
}

type Rules = Required<Pick<Grammar, 'cardinal' | 'decimal' | 'genderOf' | 'date' | 'year' | 'time' | 'own'>>;

/** Rules that Swedish and Norwegian share. Their words differ. */
export function scandinavianRules(words: {
  cardinal: Grammar['cardinal'];
  ordinal(figures: string): string;
  year(figures: string, before: string): string | null;
  /** Common gender is far more usual; these neuter nouns are frequent. */
  neuter: RegExp;
  /** Pattern of what is joined to figures as one word: 1990-talet, 20-årig. */
  compounds: string;
}): Rules {
  const { cardinal, ordinal, year } = words;
  const asYear = (figures: string): string => year(figures, 'år ') ?? cardinal(figures);
  return {
    cardinal,
    decimal: pointed(cardinal, 'komma', 2),
    genderOf: (word): Gender => (words.neuter.test(word) ? 'n' : 'm'),
    date: ({ day, month, year: figures }) =>
      [ordinal(day), month, figures && asYear(figures)].filter(Boolean).join(' '),
    year,
    time: (hour, minute) =>
      minute === '00' ? cardinal(hour) : `${cardinal(hour)} ${minutes(minute, cardinal)}`,
    own: () => [
      compoundReading(
        words.compounds,
        (figures, word) => (figures.length === 4 ? asYear(figures) : cardinal(figures)) + word,
      ),
    ],
  };
}
