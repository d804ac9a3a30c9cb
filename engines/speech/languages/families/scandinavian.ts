import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { inThrees } from '../../grammar/number-words.ts';

type Words = {
  zero: string;
  /** One before common nouns, and before neuter ones. */
  one: Record<'common' | 'neuter', string>;
  /** What "1" is called. */
  alone: 'common' | 'neuter';
  underHundred(value: number, one: string): string;
  hundred: string;
  thousand: string;
  /** Between hundreds and the rest: " og ". */
  and: string;
  /** Between a number and "hundred" or "thousand". */
  gap: string;
  scales: readonly (readonly [one: string, many: string])[];
};

/** Numbers of Swedish, Norwegian and Danish. "Hundred" and "thousand" leave out their one. */
export function scandinavian(words: Words): Grammar['cardinal'] {
  const { zero, one, alone, underHundred, hundred, thousand, and, gap, scales } = words;

  const small = (value: number, ending: string): string => {
    const [hundreds, rest] = [Math.floor(value / 100), value % 100];
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
