import { following, preceding, type Reading } from '../../grammar/reading.ts';

const SYMBOLS: Record<string, string> = {
  '&': 'and',
  '+': 'plus',
  '=': 'equals',
  '%': 'percent',
  '±': 'plus or minus',
  '≈': 'approximately',
  '≠': 'is not equal to',
  '≤': 'is at most',
  '≥': 'is at least',
  '×': 'times',
  '÷': 'divided by',
  '∞': 'infinity',
  '√': 'square root of',
  π: 'pi',
  '§': 'section',
  '©': 'copyright',
  '@': 'at',
  '°': 'degrees',
};

export const SYMBOL_READINGS: Reading[] = [
  { starts: /#/u, pattern: /#(?=\d)/uy, read: () => 'number' },
  { starts: /[~≈]/u, pattern: /[~≈](?=\s?[\d$€£])/uy, read: () => 'about' },
  {
    starts: /\//u,
    pattern: /\/(?=\p{L})/uy,
    read: (m, text) =>
      between(m, text) ? perOrSlash(preceding(text, m.index), following(text, m.index + 1)) : null,
  },
  { starts: /</u, pattern: /<(?=\s?[\d$€£])/uy, read: () => 'less than' },
  {
    starts: />/u,
    pattern: />(?=\s?[\d$€£])/uy,
    read: (m, text) => (/(^|\n)$/u.test(preceding(text, m.index)) ? null : 'more than'),
  },
  {
    starts: /[&+=%±≈≠≤≥×÷∞√π§©@°]/u,
    pattern: /[&+=%±≈≠≤≥×÷∞√π§©@°]/uy,
    read: (m) => SYMBOLS[m[0]] ?? null,
    insideRuns: true,
  },
];

function between(match: RegExpExecArray, text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text[match.index - 1] ?? '');
}

/** $5/month, km/day; he/she. The slash of "and/or" is silent. */
function perOrSlash(before: string, after: string): string {
  if (/\band$/iu.test(before)) return '';
  return /^(second|sec|minute|hour|day|week|month|mo|year|yr|person|user|unit|kg|km|GB)\b/iu.test(after) &&
    /\d[^\s]*$/u.test(before)
    ? 'per'
    : 'slash';
}
