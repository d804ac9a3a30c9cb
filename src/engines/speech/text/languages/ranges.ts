import { preceding, type Reading } from '../token.ts';
import { amountPattern, parseAmount, spokenAmount } from './amounts.ts';
import type { Grammar } from './grammar.ts';

const YEAR = /^(?:1[0-9]|20)\d\d$/u;

export function spokenRange(from: string, to: string, before: string, grammar: Grammar): string {
  const range = grammar.range?.(from, to, before);
  if (range !== undefined) return range;
  const spoken = (figures: string): string => {
    const year = YEAR.test(from) && YEAR.test(to) ? (grammar.year?.(figures, before, '') ?? null) : null;
    return year ?? spokenAmount(parseAmount(figures, grammar), grammar);
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
      read: (m, text) => spokenRange(m[1] ?? '', m[2] ?? '', preceding(text, m.index), grammar),
    },
  ];
}
