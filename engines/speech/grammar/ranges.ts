import { amountPattern, genderAfter, type Place, parseAmount, spokenAmount } from './amounts.ts';
import type { Grammar } from './grammar.ts';
import { preceding, type Reading } from './reading.ts';

const YEAR = /^(?:1[0-9]|20)\d\d$/u;

export function spokenRange(
  from: string,
  to: string,
  { gender, before = '' }: Place,
  grammar: Grammar,
): string {
  const range = grammar.range?.(from, to, { before, gender });
  if (range !== undefined) return range;
  const spoken = (figures: string): string => {
    const year = YEAR.test(from) && YEAR.test(to) ? (grammar.year?.(figures, before, '') ?? null) : null;
    return year ?? spokenAmount(parseAmount(figures, grammar), grammar, { gender });
  };
  return `${spoken(from)} ${grammar.to} ${spoken(to)}`;
}

export function rangeReadings(grammar: Grammar): Reading[] {
  const amount = amountPattern(grammar);
  return [
    // 10–12, 1990-2000
    {
      starts: /\d/u,
      pattern: new RegExp(`${amount}(?:\\s?[–—]\\s?|-)${amount}(?![\\p{L}\\p{N}]|[-–.:/]\\d)`, 'uy'),
      read: (m, text) => {
        const [, from = '', to = ''] = m;
        const gender = genderAfter(text, [m.index, m.index + m[0].length], to, grammar);
        return spokenRange(from, to, { gender, before: preceding(text, m.index) }, grammar);
      },
    },
  ];
}
