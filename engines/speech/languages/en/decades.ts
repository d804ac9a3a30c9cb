import { type Reading, wordBefore } from '../../grammar/reading.ts';
import { cardinal, plural, type Variant, year } from './number-words.ts';

const END = '(?![\\p{L}\\p{N}])';

/** The 1990s, the '90s, the late 80s. A bare "60s" is a minute. */
export function decadeReadings(variant: Variant): Reading[] {
  return [
    {
      starts: /[12]/u,
      pattern: new RegExp(`((?:1[1-9]|20)\\d0)['’]?s${END}`, 'uy'),
      read: (m) => plural(year(m[1] ?? '', variant)),
    },
    {
      starts: /['’]/u,
      pattern: new RegExp(`['’]([2-9]0)s${END}`, 'uy'),
      read: (m) => plural(cardinal(m[1] ?? '')),
    },
    {
      starts: /[2-9]/u,
      pattern: new RegExp(`([2-9]0)['’]?s${END}`, 'uy'),
      read: (m, text) =>
        /^(the|early|late|mid|her|his|their|my|your)$/iu.test(wordBefore(text, m.index))
          ? plural(cardinal(m[1] ?? ''))
          : null,
    },
  ];
}
