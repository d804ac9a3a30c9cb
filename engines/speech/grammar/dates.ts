import { oneOf, startsOf } from './amounts.ts';
import type { Grammar } from './grammar.ts';
import { preceding, type Reading, type Spoken } from './reading.ts';
import { keepingFullStop } from './sentence-ends.ts';

const DAY = '(0?[1-9]|[12]\\d|3[01])';
const MONTH = '(0?[1-9]|1[0-2])';
const YEAR = '((?:1\\d|20|21)\\d\\d)';
const END = '(?![\\p{L}\\p{N}]|[-/.:]\\d)';

/** Names of the twelve months: as dates have them, and every written form with its number. */
export function monthNames({ locale, months }: Grammar) {
  const dates = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 5)));
  const names = (options: Intl.DateTimeFormatOptions): string[] => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return dates.map((date) => format.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '');
  };
  const inDates = months ?? names({ day: 'numeric', month: 'long' });
  const written = [inDates, names({ month: 'long' })];
  const short = [names({ month: 'short' }), names({ day: 'numeric', month: 'short' })];
  const numbers = new Map<string, number>();
  const add = (name: string, number: number): void => {
    if (/^\P{N}+$/u.test(name) && !numbers.has(name.toLowerCase())) numbers.set(name.toLowerCase(), number);
  };
  for (const list of written) list.forEach((name, i) => void add(name, i + 1));
  for (const list of short)
    list.forEach((name, i) => {
      for (const form of [name, name.replace(/\.$/u, ''), `${name.replace(/\.$/u, '')}.`])
        if (form.replace('.', '').length >= 3) add(form, i + 1);
    });
  return { inDates, numbers };
}

export function dateReadings(grammar: Grammar): Reading[] {
  const { inDates, numbers } = monthNames(grammar);
  const { beforeMonth = '\\.?\\s', beforeYear = '\\s', afterYear = '', yearFirst } = grammar.dateParts ?? {};
  const tail = afterYear === '' ? '' : `(?:${afterYear})?`;
  type Parts = { day: string | undefined; month: number; year?: string | undefined };
  const spoken = (m: RegExpExecArray, text: string, { day = '', month, year }: Parts): Spoken | null => {
    if (!isDay(day, month)) return null;
    const date = { day: day.replace(/^0/u, ''), month: inDates[month - 1] ?? '', year };
    return keepingFullStop(grammar.date(date, preceding(text, m.index)), m, text, grammar);
  };
  const named = oneOf([...numbers.keys()]);
  const monthOf = (name: string): number => numbers.get(name.toLowerCase()) ?? 0;
  return [
    // 03.10.2026, 3/10/2026, 3-10-2026
    {
      starts: /\d/u,
      pattern: new RegExp(`${DAY}([./-])\\s?${MONTH}\\2\\s?${YEAR}(?:${afterYear || '(?!)'})?${END}`, 'uy'),
      read: (m, text) => spoken(m, text, { day: m[1], month: Number(m[3]), year: m[4] }),
    },
    // 2026-10-03, 2026. 10. 03.
    {
      starts: /[12]/u,
      pattern: new RegExp(
        `${YEAR}(?:-(0[1-9]|1[0-2])-${DAY}${yearFirst ? `|[./]\\s?${MONTH}[./]\\s?${DAY}\\.?` : ''})${END}`,
        'uy',
      ),
      read: (m, text) => spoken(m, text, { day: m[3] ?? m[5], month: Number(m[2] ?? m[4]), year: m[1] }),
    },
    // 3.–5. Oktober: the first of two days
    {
      starts: /\d/u,
      pattern: new RegExp(`${DAY}\\.?\\s?[-–—]\\s?(?=${DAY}${beforeMonth}(?:${named})(?!\\p{L}))`, 'iuy'),
      read: (m, text) => {
        const day = grammar
          .date({ day: (m[1] ?? '').replace(/^0/u, ''), month: '' }, preceding(text, m.index))
          .trim();
        return grammar.range ? day : `${day} ${grammar.to}`;
      },
    },
    // 3. Oktober 2026
    {
      starts: /\d/u,
      pattern: new RegExp(
        `${DAY}${beforeMonth}(${named})(?![\\p{L}])(?:${beforeYear}${YEAR}${tail}(?![\\p{L}\\p{N}]))?`,
        'iuy',
      ),
      read: (m, text) => spoken(m, text, { day: m[1], month: monthOf(m[2] ?? ''), year: m[3] }),
    },
    // 3.10. before a word
    {
      starts: /\d/u,
      pattern: new RegExp(`${DAY}\\.\\s?${MONTH}\\.(?=\\s+[\\p{L}(]|[,;:!?)]|$)`, 'uy'),
      read: (m, text) => (grammar.pointOrdinal ? spoken(m, text, { day: m[1], month: Number(m[2]) }) : null),
    },
  ];
}

/** Mo.–Fr. */
export function weekdayReadings({ locale, to, range }: Grammar): Reading[] {
  // Where ranges need a case, so do the days: they are left as they are.
  if (range) return [];
  const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 0, 5 + day)));
  const names = (weekday: 'short' | 'long'): string[] => {
    const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' });
    return days.map((day) => format.format(day).replace(/\.$/u, ''));
  };
  const short = names('short');
  const long = names('long');
  const full = (name: string): string =>
    long[short.findIndex((one) => one.toLowerCase() === name.toLowerCase())] ?? name;
  const day = `(${oneOf(short)})\\.?`;
  return [
    {
      starts: startsOf(short),
      pattern: new RegExp(`${day}\\s?[-–—]\\s?${day}(?!\\p{L})`, 'iuy'),
      read: (m) => `${full(m[1] ?? '')} ${to} ${full(m[2] ?? '')}`,
    },
  ];
}

const LONGEST = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDay(day: string, month: number): boolean {
  return Number(day) <= (LONGEST[month - 1] ?? 0);
}
