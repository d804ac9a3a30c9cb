import type { Reading } from '../token.ts';
import { cardinal, decimal, type Variant, year } from './number-words.ts';

const PLAIN = '(\\d{1,3}(?:,\\d{3})+|\\d+(?:\\.\\d+)?)';
const END = '(?![\\p{L}\\p{N}]|[-–]\\d|\\.\\d)';

export function rangeReadings(variant: Variant): Reading[] {
  return [
    // 1990–2000, 2019-20
    {
      pattern: new RegExp(`((?:1[1-9]|20)\\d\\d)\\s?[-–—]\\s?((?:1[1-9]|20)\\d\\d|\\d\\d)${END}`, 'uy'),
      read: (m) => {
        const [, from = '', to = ''] = m;
        const until = to.length === 4 ? year(to, variant) : cardinal(to);
        return `${year(from, variant)} to ${until}`;
      },
    },
    // 5-10, 3–4
    {
      pattern: new RegExp(`${PLAIN}(?:\\s?[–—]\\s?|-)${PLAIN}${END}`, 'uy'),
      read: (m) => `${decimal(m[1] ?? '', variant)} to ${decimal(m[2] ?? '', variant)}`,
    },
  ];
}
