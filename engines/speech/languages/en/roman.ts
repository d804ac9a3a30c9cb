import { following, preceding, type Reading, wordBefore } from '../../grammar/reading.ts';
import { cardinal, ordinal } from './number-words.ts';

const VALUES: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
const CANONICAL = /^M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/u;

/** "Chapter IV" is counted… */
const COUNTED =
  /^(chapter|part|section|volume|vol\.?|book|act|scene|phase|type|class|level|title|article|appendix|war|bowl|stage|grade|tier|episode|season|round|world|figure|table|step|unit|mark|version|generation|group|category|schedule|annex)$/iu;
/** … but "Henry VIII" is the eighth of that name. */
const NAMES = new Set(
  `Henry Louis Elizabeth George Edward Charles William James Richard John Paul Pius Benedict Napoleon Catherine Philip
  Ivan Nicholas Alexander Frederick Leo Ramses Ramesses Francis Mary Peter Gregory Innocent Clement Urban Ferdinand Alfonso
  Carlos Juan Felipe Otto Wilhelm Albert Leopold Haakon Olaf Gustav Carl Christian Margaret Victoria Ptolemy Xerxes Darius
  Cleopatra Mehmed Murad Selim Boniface Sixtus Rama Baldwin Robert Joseph Maximilian Sigismund Umberto`.split(
    /\s+/u,
  ),
);

export const ROMAN_READINGS: Reading[] = [
  {
    starts: /[IVXLCDM]/u,
    pattern: /([IVXLCDM]+)(?![\p{L}\p{N}]|['’]\p{L})/uy,
    read: (m, text) => {
      const numeral = m[0];
      if (!CANONICAL.test(numeral)) return null;
      const before = wordBefore(text, m.index);
      const figures = String(value(numeral));
      if (/^\s+century\b/iu.test(following(text, m.index + numeral.length))) return ordinal(figures);
      const adjoins = /[\p{L}.]\s$/u.test(preceding(text, m.index));
      if (!adjoins) return null;
      if (COUNTED.test(before)) return cardinal(figures);
      if (NAMES.has(before) && numeral !== 'I') return `the ${ordinal(figures)}`;
      if (NAMES.has(before) && /^\s*([,.;:)]|$|of\b|was\b|is\b|and\b)/u.test(following(text, m.index + 1)))
        return `the ${ordinal(figures)}`;
      return /^\p{Lu}\p{Ll}/u.test(before) && /^[IVX]{2,}$/u.test(numeral) ? cardinal(figures) : null;
    },
  },
];

function value(numeral: string): number {
  let total = 0;
  for (let i = 0; i < numeral.length; i++) {
    const here = VALUES[numeral[i] ?? ''] ?? 0;
    const next = VALUES[numeral[i + 1] ?? ''] ?? 0;
    total += here < next ? -here : here;
  }
  return total;
}
