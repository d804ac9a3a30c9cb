import type { Gender, Grammar, Noun } from './grammar.ts';

export function parseNoun(noun: Noun): { gender: Gender; forms: string[] } {
  return { gender: noun[0] as Gender, forms: noun.slice(2).split('/') };
}

type Words = {
  zero: string;
  /** 1 to 999, before a noun of `gender`. */
  small(value: number, gender: Gender | undefined): string;
  /** Thousand, million and so on. Longer numbers are read digit by digit. */
  scales: readonly Noun[];
  /** The index of a scale's form. By default the second for all but one. */
  formOf?(value: number): number;
  /** How many of the scales leave out their one: `тысяча`, not `одна тысяча`. */
  bare?: number;
  /** Joins the last group to the others: `tusen og en`. */
  joinLast?(value: number): string;
};

/** Reads numbers as most languages do: group by group, each with its scale. */
export function cardinals({ zero, small, scales, formOf, bare = 0, joinLast }: Words): Grammar['cardinal'] {
  const form = formOf ?? ((value: number) => (value === 1 ? 0 : 1));
  return (figures, gender) => {
    const groups = inThrees(figures);
    if (groups.length > scales.length + 1)
      return [...figures]
        .map((figure) => (figure === '0' ? zero : small(Number(figure), undefined)))
        .join(' ');
    const words = groups.flatMap((value, i) => {
      const scale = groups.length - 1 - i;
      if (value === 0) return [];
      if (scale === 0) return [(i > 0 ? (joinLast?.(value) ?? '') : '') + small(value, gender)];
      const noun = parseNoun(scales[scale - 1] ?? '');
      const name = noun.forms[Math.min(form(value), noun.forms.length - 1)] ?? '';
      return value === 1 && scale <= bare ? [name] : [`${small(value, noun.gender)} ${name}`];
    });
    return words.join(' ') || zero;
  };
}

export function inThrees(figures: string): number[] {
  const groups: number[] = [];
  for (let end = figures.length; end > 0; end -= 3)
    groups.unshift(Number(figures.slice(Math.max(0, end - 3), end)));
  return groups;
}

/** Hundreds, tens and ones as words side by side; `ones` has 0 to 19 or fewer, the rest is made of `tens`. */
export function sideBySide(hundreds: readonly string[], tens: readonly string[], ones: readonly string[]) {
  return (value: number): string => {
    const rest = value % 100;
    const one = rest < ones.length ? ones[rest] : ones[rest % 10];
    const ten = rest < ones.length ? '' : tens[Math.floor(rest / 10)];
    return [hundreds[Math.floor(value / 100)], ten, one].filter(Boolean).join(' ');
  };
}

/** The plural category's index, for scales: `тысяча`, `тысячи`, `тысяч`. */
export function formOf(locale: string, formFor: Grammar['formFor']): (value: number) => number {
  const rules = new Intl.PluralRules(locale);
  return (value) => formFor[rules.select(value)] ?? 0;
}

/** Fractions of up to `longest` digits are read as a number after their zeros, longer ones digit by digit. */
export function pointed(cardinal: Grammar['cardinal'], word: string, longest: number): Grammar['decimal'] {
  return (whole, fraction) => {
    const zeros = /^0*/u.exec(fraction)?.[0] ?? '';
    const rest = fraction.slice(zeros.length);
    const tail =
      rest.length > longest ? [...rest].map((figure) => cardinal(figure)) : rest ? [cardinal(rest)] : [];
    return [cardinal(whole), word, ...[...zeros].map(() => cardinal('0')), ...tail].join(' ');
  };
}

const wordEnds = new Map<string, RegExp>();

/** Matches text that ends with one of these words, for rules on what stands before. Each list is compiled once. */
export function endsWithWord(words: string): RegExp {
  const known = wordEnds.get(words) ?? new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})[\\s\\u00a0]+$`, 'iu');
  wordEnds.set(words, known);
  return known;
}

/** Minutes after the hour: nought five, thirty. */
export function minutes(figures: string, cardinal: (figures: string) => string): string {
  return figures.startsWith('0') ? `${cardinal('0')} ${cardinal(figures.slice(1))}` : cardinal(figures);
}
