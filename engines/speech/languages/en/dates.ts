import { preceding, type Reading } from '../../grammar/reading.ts';
import { ordinal, type Variant, year } from './number-words.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const MONTH_PATTERN =
  'Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)?|Apr(?:il|\\.)?|May|June?\\.?|July?\\.?|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const YEAR = '(?:1[0-9]|20|21)\\d\\d';
const END = '(?![\\p{L}\\p{N}]|[/-]\\d)';

export function dateReadings(variant: Variant): Reading[] {
  return [
    ...datesInFigures(variant),
    ...monthBeforeDay(variant),
    ...dayBeforeMonth(variant),
    ...monthAndYear(variant),
  ];
}

function datesInFigures(variant: Variant): Reading[] {
  return [
    // 2026-11-15
    {
      starts: /[12]/u,
      pattern: new RegExp(`(${YEAR})[-/.](0[1-9]|1[0-2])[-/.](${DAY})(?=T|${END})`, 'uy'),
      read: (m) => dateOf(variant, monthNamed(m[2] ?? ''), m[3] ?? '', m[1]),
    },
    {
      starts: /T/u,
      insideRuns: true,
      pattern: /T(?=[012]\d:\d\d)/uy,
      read: (m, text) => (/\d$/u.test(preceding(text, m.index)) ? { spoken: ',', mark: true } : null),
    },
    // 11/15/2026; a first number over 12 can only be the day.
    {
      starts: /\d/u,
      pattern: new RegExp(`(\\d{1,2})([/.-])(\\d{1,2})\\2(${YEAR}|\\d\\d)${END}`, 'uy'),
      read: (m) => {
        const [first = '', separator, second = '', yearFigures = ''] = m.slice(1);
        // Points with a two-digit year make a version, not a date.
        if (separator === '.' && yearFigures.length === 2) return null;
        const dayFirst = Number(first) > 12 || (separator === '.' && Number(second) <= 12);
        const monthFirst = Number(second) > 12 || (variant === 'us' && !dayFirst);
        const [month, day] = monthFirst ? [first, second] : [second, first];
        if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return null;
        return dateOf(variant, monthNamed(month), day, fullYear(yearFigures));
      },
    },
  ];
}

function monthBeforeDay(variant: Variant): Reading[] {
  return [
    // Mar. 3–5, 2026
    {
      starts: /[JFMASOND]/u,
      pattern: new RegExp(
        `(${MONTH_PATTERN})\\s+(${DAY})\\s?[-–—]\\s?(${DAY})(?:,?\\s+(${YEAR}))?${END}`,
        'uy',
      ),
      read: (m) => {
        const [, month = '', from = '', to = '', yearFigures] = m;
        const days = `${ordinal(from)} to ${ordinal(to)}`;
        const spoken =
          variant === 'us'
            ? `${fullMonth(month)} ${days}`
            : `the ${days.replace(' to ', ' to the ')} of ${fullMonth(month)}`;
        return yearFigures ? `${spoken}, ${year(yearFigures, variant)}` : spoken;
      },
    },
    // Nov 15, 2026; November 15th
    {
      starts: /[JFMASOND]/u,
      pattern: new RegExp(`(${MONTH_PATTERN})\\s+(${DAY})(?:st|nd|rd|th)?(?:,?\\s+(${YEAR}))?${END}`, 'uy'),
      read: (m) => dateOf(variant, fullMonth(m[1] ?? ''), m[2] ?? '', m[3]),
    },
  ];
}

function dayBeforeMonth(variant: Variant): Reading[] {
  return [
    // 15 November 2026; 15th of November
    {
      starts: /\d/u,
      pattern: new RegExp(
        `(${DAY})(?:st|nd|rd|th)?(?:\\s+of)?\\s+(${MONTH_PATTERN})(?:,?\\s+(${YEAR}))?(?![\\p{L}\\p{N}])`,
        'uy',
      ),
      read: (m, text) => {
        const the = /\bthe\s+$/iu.test(preceding(text, m.index)) ? '' : 'the ';
        const spoken = `${the}${ordinal(m[1] ?? '')} of ${fullMonth(m[2] ?? '')}`;
        return m[3] ? `${spoken}, ${year(m[3], variant)}` : spoken;
      },
    },
  ];
}

function monthAndYear(variant: Variant): Reading[] {
  return [
    // Nov 2026
    {
      starts: /[JFMASOND]/u,
      pattern: new RegExp(`(${MONTH_PATTERN})\\s+(${YEAR})${END}`, 'uy'),
      read: (m) => `${fullMonth(m[1] ?? '')} ${year(m[2] ?? '', variant)}`,
    },
  ];
}

function dateOf(variant: Variant, month: string, day: string, yearFigures?: string): string {
  const spoken = variant === 'us' ? `${month} ${ordinal(day)}` : `the ${ordinal(day)} of ${month}`;
  return yearFigures ? `${spoken}, ${year(yearFigures, variant)}` : spoken;
}

function monthNamed(figures: string): string {
  return MONTHS[Number(figures) - 1] ?? '';
}

function fullMonth(name: string): string {
  return MONTHS.find((month) => month.startsWith(name.replace('.', '').slice(0, 3))) ?? name;
}

function fullYear(figures: string): string {
  if (figures.length === 4) return figures;
  return (Number(figures) < 50 ? '20' : '19') + figures;
}
