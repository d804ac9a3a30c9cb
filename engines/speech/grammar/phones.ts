import { digits } from './amounts.ts';
import type { Grammar } from './grammar.ts';
import { preceding, type Reading } from './reading.ts';

/** "Tel.", "телефон", "puh." and the like before the number. */
const CUE = /(?:tel|тел|puh|tlf|mob|моб|kom|gsm|fax|факс)\p{L}{0,12}[.:]?\s?(?:n[ro]\p{L}{0,6}[.:]?\s?)?$/iu;
const SPACE = '[ .\\u00a0\\u202f/-]';

export function phoneReadings(grammar: Grammar): Reading[] {
  const phone = (written: string): string => {
    const groups = written.match(/\d+/gu) ?? [];
    const spoken = groups.map((group) => digits(group, grammar)).join(', ');
    return written.startsWith('+') ? `${grammar.plus} ${spoken}` : spoken;
  };
  const end = '(?![\\p{L}\\p{N}]|[.,:]\\d)';
  const patterns = [
    // +49 30 1234567, +7 (495) 123-45-67
    `\\+\\d{1,3}${SPACE}?(?:\\(\\d{1,5}\\)${SPACE}?)?\\d{1,9}(?:${SPACE}\\d{1,8}){0,6}${end}`,
    // 030 1234567, 0171/123 45 67, (030) 12 34 56
    `(?:\\(0\\d{1,5}\\)${SPACE}?|0\\d{1,5}${SPACE})\\d{2,9}(?:${SPACE}\\d{2,8}){0,5}${end}`,
    // 123-45-67, 8-800-555-35-35
    `\\d{1,4}(?:-\\d{2,4}){2,5}(?!-\\d)${end}`,
    `\\d{3}-\\d{3}(?:[ -]\\d{2,4}){1,3}(?!-\\d)${end}`,
  ];
  const numbers: Reading[] = patterns.map((pattern, i) => ({
    starts: i === 0 ? /\+/u : i === 1 ? /[(0]/u : /\d/u,
    pattern: new RegExp(pattern, 'uy'),
    read: (m) => ((m[0].match(/\d/gu)?.length ?? 0) < 6 || /^\+0/u.test(m[0]) ? null : phone(m[0])),
  }));
  // tel. 601 234 567
  numbers.push({
    starts: /\d/u,
    pattern: new RegExp(`\\d{2,9}(?:${SPACE}\\d{2,8}){0,5}${end}`, 'uy'),
    read: (m, text) => (CUE.test(preceding(text, m.index)) ? phone(m[0]) : null),
  });
  return numbers;
}
