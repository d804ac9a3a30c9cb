import {
  amountPattern,
  cardinal,
  counted,
  digits,
  genderAfter,
  isSign,
  parseAmount,
  spokenAmount,
} from './amounts.ts';
import type { Grammar } from './grammar.ts';
import { following, preceding, type Reading } from './reading.ts';
import { signed } from './units.ts';

const SIGNS: Record<string, readonly [top: string, bottom: string]> = {
  '½': ['1', '2'],
  '⅓': ['1', '3'],
  '⅔': ['2', '3'],
  '¼': ['1', '4'],
  '¾': ['3', '4'],
  '⅕': ['1', '5'],
  '⅛': ['1', '8'],
};
const END = '(?![\\p{L}\\p{N}])';

export function numberReadings(grammar: Grammar): Reading[] {
  return [
    ...versions(grammar),
    ...fractions(grammar),
    ...ratios(grammar),
    ...yearsAndCodes(grammar),
    ...plainNumbers(grammar),
  ];
}

function versions(grammar: Grammar): Reading[] {
  const dot = grammar.signs['.'] ?? '';
  const whole = (figures: string): string => cardinal(figures, grammar);
  return [
    // 192.168.0.1, 1.4.10
    {
      starts: /\d/u,
      pattern: new RegExp(`\\d{1,6}(?:\\.\\d{1,6}){2,8}(?!\\.?\\d)${END}`, 'uy'),
      read: (m) => (isGrouped(m[0], grammar) ? null : m[0].split('.').map(whole).join(` ${dot} `)),
    },
  ];
}

function fractions(grammar: Grammar): Reading[] {
  const whole = (figures: string): string => cardinal(figures, grammar);
  return [
    // 2½, 2 1/2, 3/4
    {
      starts: /[\d½⅓⅔¼¾⅕⅛]/u,
      pattern: /(\d{0,9})[\s\u202f]?([½⅓⅔¼¾⅕⅛])/uy,
      read: (m) => {
        const [top, bottom] = SIGNS[m[2] ?? ''] ?? ['', ''];
        return m[1] ? mixed(m[1], top, bottom, grammar) : fraction(top, bottom, grammar);
      },
    },
    {
      starts: /\d/u,
      pattern: /(\d{1,9}) (\d{1,2})[/⁄](\d{1,3})(?![\p{N}/])/uy,
      read: (m) => (Number(m[2]) < Number(m[3]) ? mixed(m[1] ?? '', m[2] ?? '', m[3] ?? '', grammar) : null),
    },
    {
      starts: /\d/u,
      pattern: /(\d{1,4})[/⁄](\d{1,4})(?![\p{L}\p{N}/])/uy,
      read: (m) => {
        const [, top = '', bottom = ''] = m;
        const part =
          Number(top) < Number(bottom) && !top.startsWith('0') ? fraction(top, bottom, grammar) : null;
        const slash = m[0] === '24/7' ? '' : grammar.signs['/'];
        return part ?? [whole(top), slash, whole(bottom)].filter(Boolean).join(' ');
      },
    },
  ];
}

/** Times were read before. */
function ratios(grammar: Grammar): Reading[] {
  const whole = (figures: string): string => cardinal(figures, grammar);
  return [
    // 1920×1080
    {
      starts: /\d/u,
      pattern: new RegExp(`(\\d{1,5})\\s?[x×]\\s?(\\d{1,5})${END}`, 'uy'),
      read: (m) => `${whole(m[1] ?? '')} ${grammar.signs['×']} ${whole(m[2] ?? '')}`,
    },
    // 16:9, 3:1; times were read before.
    {
      starts: /\d/u,
      pattern: /(\d{1,3}):(\d{1,3})(?![\p{L}\p{N}]|:\d)/uy,
      read: (m) => [whole(m[1] ?? ''), grammar.signs[':'], whole(m[2] ?? '')].filter(Boolean).join(' '),
    },
  ];
}

function yearsAndCodes(grammar: Grammar): Reading[] {
  return [
    {
      starts: /[12]/u,
      pattern: /(?:1[0-9]|20)\d\d(?![\p{L}\p{N}]|[.,]\d)/uy,
      read: (m, text) => grammar.year?.(m[0], preceding(text, m.index), following(text, m.index + 4)) ?? null,
    },
    // 007 and other codes
    { starts: /0/u, pattern: new RegExp(`0\\d+${END}`, 'uy'), read: (m) => digits(m[0], grammar) },
  ];
}

function plainNumbers(grammar: Grammar): Reading[] {
  const amount = amountPattern(grammar);
  const whole = (figures: string): string => cardinal(figures, grammar);
  return [
    // -5, +5
    {
      starts: /[-−–+]/u,
      pattern: new RegExp(`([-−–+])${amount}${END}`, 'uy'),
      read: (m, text) => {
        if (!isSign(text, m.index)) return null;
        return signed(m[1], grammar) + spokenAmount(parseAmount(m[2] ?? '', grammar), grammar);
      },
    },
    {
      starts: /\d/u,
      pattern: new RegExp(`${amount}${END}`, 'uy'),
      read: (m, text) => {
        const parsed = parseAmount(m[0], grammar);
        const gender = genderAfter(text, [m.index, m.index + m[0].length], parsed.whole, grammar);
        const before = preceding(text, m.index);
        // The sign of English decimals: 3.5 stays readable where the comma is usual, and 3,5 where it is not.
        const rest = /^([.,])(\d{1,9})(?![\p{L}\p{N}]|[.,]\d)/u.exec(following(text, m.index + m[0].length));
        if (rest === null || parsed.fraction !== '') return spokenAmount(parsed, grammar, { gender, before });
        const spoken = `${spokenAmount(parsed, grammar)} ${grammar.signs[rest[1] ?? ''] ?? ''} ${whole(rest[2] ?? '')}`;
        return { spoken, length: m[0].length + rest[0].length };
      },
    },
  ];
}

function fraction(top: string, bottom: string, grammar: Grammar): string | null {
  const noun = grammar.fractions[Number(bottom)];
  if (noun === undefined || top === '0') return null;
  return counted({ whole: top, fraction: '' }, noun, grammar);
}

function mixed(figures: string, top: string, bottom: string, grammar: Grammar): string | null {
  const part = fraction(top, bottom, grammar);
  if (part === null) return null;
  const whole = cardinal(figures, grammar);
  return grammar.mixed?.(whole, part, { whole: figures, top, bottom }) ?? `${whole} ${grammar.and} ${part}`;
}

function isGrouped(written: string, { groupSigns }: Grammar): boolean {
  return groupSigns.includes('.') && /^\d{1,3}(?:\.\d{3})+$/u.test(written);
}
