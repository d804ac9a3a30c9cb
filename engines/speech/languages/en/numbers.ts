import { following, preceding, type Reading, wordBefore } from '../../grammar/reading.ts';
import { cardinal, decimal, digits, ordinal, plural, toOrdinal, type Variant, year } from './number-words.ts';

const FRACTION_SIGNS: Record<string, string> = {
  '½': 'one half',
  '⅓': 'one third',
  '⅔': 'two thirds',
  '¼': 'one quarter',
  '¾': 'three quarters',
  '⅕': 'one fifth',
  '⅛': 'one eighth',
  '⅜': 'three eighths',
  '⅝': 'five eighths',
  '⅞': 'seven eighths',
};
const AS_FRACTION = new Set([2, 3, 4, 5, 6, 8, 10, 12, 16, 32, 64, 100]);
const YEAR_CUES =
  /^(in|since|from|by|until|till|of|during|before|after|around|circa|year|years|late|early|mid|spring|summer|autumn|fall|winter|q[1-4]|copyright)$/iu;
const COUNTED = /^\s+(?:[a-z]+s\b|people|men|women|children|of\b)/u;

export function numberReadings(variant: Variant): Reading[] {
  return [
    ...ordinalsAndVersions(variant),
    ...fractions(variant),
    ...slashes(variant),
    ...ratios(variant),
    ...powers(variant),
    ...years(variant),
    ...plainNumbers(variant),
  ];
}

function ordinalsAndVersions(variant: Variant): Reading[] {
  return [
    // 1st, 22nd, 1,000th.
    {
      starts: /\d/u,
      pattern: /(\d{1,3}(?:,\d{3})+|\d+)(?:st|nd|rd|th)(?![\p{L}\p{N}])/iuy,
      read: (m) => ordinal((m[1] ?? '').replaceAll(',', ''), variant),
    },
    // 192.168.0.1 and 1.4.10.
    {
      starts: /\d/u,
      pattern: /\d+(?:\.\d+){3}(?![\d.]*\d)/uy,
      read: (m) =>
        m[0]
          .split('.')
          .map((n) => cardinal(n))
          .join(' dot '),
    },
    {
      starts: /\d/u,
      pattern: /\d+(?:\.\d+){2,}(?![\p{L}\p{N}])/uy,
      read: (m) =>
        m[0]
          .split('.')
          .map((n) => cardinal(n))
          .join(' point '),
    },
  ];
}

function fractions(variant: Variant): Reading[] {
  const number = (figures: string): string => decimal(figures, variant);
  return [
    // 1 1/2, 2½, 3/4.
    {
      starts: /\d/u,
      pattern: /(\d+)[ -](\d{1,2})[/⁄](\d{1,3})(?![\p{N}/])/uy,
      read: (m) => {
        const part = fraction(m[2] ?? '', m[3] ?? '', variant);
        return part && `${number(m[1] ?? '')} and ${part.replace(/^one (?=half|quarter)/u, 'a ')}`;
      },
    },
    {
      starts: /[\d½⅓⅔¼¾⅕⅛⅜⅝⅞]/u,
      pattern: /(\d*)([½⅓⅔¼¾⅕⅛⅜⅝⅞])/uy,
      read: (m) => {
        const part = FRACTION_SIGNS[m[2] ?? ''] ?? '';
        return m[1] ? `${number(m[1])} and ${part.replace(/^one (?=half|quarter)/u, 'a ')}` : part;
      },
    },
  ];
}

/** Fractions with a slash, and what only looks like one. */
function slashes(variant: Variant): Reading[] {
  const number = (figures: string): string => decimal(figures, variant);
  return [
    { starts: /2/u, pattern: /24[/⁄]7(?![\p{N}/])/uy, read: () => 'twenty-four seven' },
    { starts: /9/u, pattern: /9[/⁄]11(?![\p{N}/])/uy, read: () => 'nine eleven' },
    // 50/50 and 20/20
    {
      starts: /\d/u,
      pattern: /(\d{2})[/⁄]\1(?![\p{N}/])/uy,
      read: (m) => `${number(m[1] ?? '')}-${number(m[1] ?? '')}`,
    },
    {
      starts: /\d/u,
      pattern: /(\d{1,3}\.\d{1,2})[/⁄](\d{1,3})(?![\p{N}/])/uy,
      read: (m) => `${number(m[1] ?? '')} out of ${number(m[2] ?? '')}`,
    },
    {
      starts: /\d/u,
      pattern: /(\d{1,3})[/⁄](\d{1,3})(?![\p{N}/])/uy,
      read: (m) =>
        fraction(m[1] ?? '', m[2] ?? '', variant) ?? `${number(m[1] ?? '')} out of ${number(m[2] ?? '')}`,
    },
  ];
}

function ratios(variant: Variant): Reading[] {
  const number = (figures: string): string => decimal(figures, variant);
  return [
    // 16:9 and 3:1; times with two figures after the colon were read before.
    {
      starts: /\d/u,
      pattern: /(\d{1,3}):(\d{1,3})(?![\p{N}:])/uy,
      read: (m) => `${number(m[1] ?? '')} to ${number(m[2] ?? '')}`,
    },
    // 1920×1080.
    {
      starts: /\d/u,
      pattern: /(\d{1,5})\s?[x×]\s?(\d{1,5})(?![\p{L}\p{N}])(\s?=)?/uy,
      read: (m) => {
        const [, one = '', other = '', equals] = m;
        if (equals === undefined) return `${dimension(one, variant)} by ${dimension(other, variant)}`;
        const spoken = `${cardinal(one, variant)} times ${cardinal(other, variant)}`;
        return { spoken, length: m[0].length - equals.length };
      },
    },
  ];
}

function powers(variant: Variant): Reading[] {
  const number = (figures: string): string => decimal(figures, variant);
  return [
    // 1e6, 2.5e-3
    {
      starts: /\d/u,
      pattern: /(\d+(?:\.\d+)?)e([-+])?(\d{1,4})(?![\p{L}\p{N}])/iuy,
      read: (m) => {
        const [, figures = '', sign, power = ''] = m;
        return `${number(figures)} times ten to the power of ${sign === '-' ? 'minus ' : ''}${number(power)}`;
      },
    },
    // 10^6, x², 5³
    {
      starts: /[\d\p{L}]/u,
      pattern: /(\d+(?:\.\d+)?|\p{L})\^(\d+)(?![\p{L}\p{N}])/uy,
      read: (m) =>
        `${/\d/u.test(m[1] ?? '') ? number(m[1] ?? '') : m[1]} to the power of ${number(m[2] ?? '')}`,
    },
    {
      starts: /[\d\p{L}]/u,
      pattern: /(\d+|\p{L})([²³])(?![\p{L}\p{N}])/uy,
      read: (m) =>
        `${/\d/u.test(m[1] ?? '') ? number(m[1] ?? '') : m[1]} ${m[2] === '²' ? 'squared' : 'cubed'}`,
    },
  ];
}

function years(variant: Variant): Reading[] {
  return [
    // Four figures are a year, unless the words around them make it a count.
    {
      starts: /[12]/u,
      pattern: /(1[1-9]\d\d|20\d\d)(?![\p{L}\p{N}]|[.,]\d)/uy,
      read: (m, text) => {
        const counted = COUNTED.test(following(text, m.index + 4));
        return counted && !YEAR_CUES.test(wordBefore(text, m.index)) ? null : year(m[0], variant);
      },
    },
  ];
}

function plainNumbers(variant: Variant): Reading[] {
  const number = (figures: string): string => decimal(figures, variant);
  return [
    // 007 and other codes.
    { starts: /0/u, pattern: /0\d+(?![\p{L}\p{N}]|[.,]\d)/uy, read: (m) => digits(m[0]) },
    {
      starts: /[-−–]/u,
      pattern: /[-−–](\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?![\p{L}\p{N}])/uy,
      read: (m, text) =>
        /(^|[\s(=])$/u.test(preceding(text, m.index)) ? `minus ${number(m[1] ?? '')}` : null,
    },
    {
      starts: /[.\d]/u,
      pattern: /(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|\.\d+|\d+)(?![\p{L}\p{N}])/uy,
      read: (m) => number(m[0]),
    },
  ];
}

function fraction(top: string, bottom: string, variant: Variant): string | null {
  if (!AS_FRACTION.has(Number(bottom)) || Number(top) >= Number(bottom) || Number(top) === 0) return null;
  const part = bottom === '2' ? 'half' : bottom === '4' ? 'quarter' : toOrdinal(cardinal(bottom, variant));
  return top === '1' ? `one ${part}` : `${cardinal(top, variant)} ${plural(part)}`;
}

function dimension(figures: string, variant: Variant): string {
  return figures.length === 4 ? year(figures, variant) : cardinal(figures, variant);
}
