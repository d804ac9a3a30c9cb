import { preceding, type Reading } from '../../grammar/reading.ts';
import { cardinal, decimal, type Variant, year } from './number-words.ts';

const PLAIN = '(\\d{1,3}(?:,\\d{3})+|\\d+(?:\\.\\d+)?)';
const END = '(?![\\p{L}\\p{N}]|[-–]\\d|\\.\\d)';

export function rangeReadings(variant: Variant): Reading[] {
  return [
    // 1990–2000, 2019-20
    {
      starts: /[12]/u,
      pattern: new RegExp(`((?:1[1-9]|20)\\d\\d)\\s?[-–—]\\s?((?:1[1-9]|20)\\d\\d|\\d\\d)${END}`, 'uy'),
      read: (m) => {
        const [, from = '', to = ''] = m;
        const until = to.length === 4 ? year(to, variant) : cardinal(to);
        return `${year(from, variant)} to ${until}`;
      },
    },
    // 5-10, 3–4
    {
      starts: /\d/u,
      pattern: new RegExp(`${PLAIN}(?:\\s?[–—]\\s?|-)${PLAIN}${END}`, 'uy'),
      read: (m) => `${decimal(m[1] ?? '', variant)} to ${decimal(m[2] ?? '', variant)}`,
    },
  ];
}

const WEEKDAYS: Record<string, string> = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
};
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const DAY = Object.keys(WEEKDAYS).join('|');
const ENDS_TIMELY = new RegExp(
  `(:\\d\\d|\\d\\s?[ap]\\.?m\\.?|\\d(?:st|nd|rd|th)|\\d0s|\\b(?:${DAY}))\\s?$`,
  'iu',
);

const FROM_DAY = new RegExp(`\\b(?:${DAY})\\s?[-–—]\\s?$`, 'u');

/** A dash is spoken between two times, ranks, decades, weekdays or letters. */
export const UNTIL_READINGS: Reading[] = [
  // A–Z
  {
    starts: /\p{Lu}/u,
    pattern: /(\p{Lu})\s?[–—]\s?(\p{Lu})(?![\p{L}\p{N}])|(A)-(Z)(?![\p{L}\p{N}])/uy,
    read: (m) => `${m[1] ?? m[3]} to ${m[2] ?? m[4]}`,
  },
  {
    starts: /[-–—]/u,
    pattern: new RegExp(
      `[-–—]\\s?(?=\\d{1,2}(?::\\d\\d|\\s?[ap]\\.?m)|\\d+(?:st|nd|rd|th)\\b|\\d{3}0s\\b|(?:${DAY})\\b)`,
      'iuy',
    ),
    read: (m, text) => (ENDS_TIMELY.test(preceding(text, m.index)) ? 'to' : null),
  },
  {
    starts: /[MTWFS]/u,
    pattern: new RegExp(`(${DAY})(?=\\s?[-–—]\\s?(?:${DAY})\\b|,\\s+(?:\\d|${MONTH}))`, 'uy'),
    read: (m) => WEEKDAYS[m[1] ?? ''] ?? null,
  },
  {
    starts: /[MTWFS]/u,
    pattern: new RegExp(`(${DAY})(?![\\p{L}\\p{N}])`, 'uy'),
    read: (m, text) => (FROM_DAY.test(preceding(text, m.index)) ? (WEEKDAYS[m[1] ?? ''] ?? null) : null),
  },
];
