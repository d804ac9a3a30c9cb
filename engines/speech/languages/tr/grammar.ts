import { amountPattern, parseAmount, spokenAmount } from '../../grammar/amounts.ts';
import type { Grammar } from '../../grammar/grammar.ts';
import { cardinals, minutes, pointed, sideBySide } from '../../grammar/number-words.ts';
import { tables } from './tables.ts';

const ONES = ' bir iki üç dört beş altı yedi sekiz dokuz'.split(' ');
const TENS = ' on yirmi otuz kırk elli altmış yetmiş seksen doksan'.split(' ');
const HUNDREDS = ONES.map((one, i) => (i === 0 ? '' : i === 1 ? 'yüz' : `${one} yüz`));

const cardinal = cardinals({
  zero: 'sıfır',
  small: sideBySide(HUNDREDS, TENS, ONES),
  scales: ['n bin', 'n milyon', 'n milyar', 'n trilyon'],
  bare: 1,
});

const RANKS: Record<string, string> = {
  sıfır: 'sıfırıncı',
  bir: 'birinci',
  iki: 'ikinci',
  üç: 'üçüncü',
  dört: 'dördüncü',
  beş: 'beşinci',
  altı: 'altıncı',
  yedi: 'yedinci',
  sekiz: 'sekizinci',
  dokuz: 'dokuzuncu',
  on: 'onuncu',
  yirmi: 'yirminci',
  otuz: 'otuzuncu',
  kırk: 'kırkıncı',
  elli: 'ellinci',
  altmış: 'altmışıncı',
  yetmiş: 'yetmişinci',
  seksen: 'sekseninci',
  doksan: 'doksanıncı',
  yüz: 'yüzüncü',
  bin: 'bininci',
  milyon: 'milyonuncu',
  milyar: 'milyarıncı',
};

function ordinal(figures: string): string {
  return cardinal(figures).replace(/\p{L}+$/u, (last) => RANKS[last] ?? last);
}

export const grammar: Grammar = {
  ...tables,
  cardinal,
  decimal: pointed(cardinal, 'virgül', 2),
  mixed: (whole, part, { top, bottom }) =>
    top === '1' && bottom === '2' ? `${whole} buçuk` : `${whole} tam ${part}`,
  pointOrdinal: (figures) => (figures.length > 3 ? null : ordinal(figures)),
  suffixOrdinal: {
    suffix: "['’]?(?:inci|ıncı|uncu|üncü|nci|ncı|ncu|ncü)",
    read: (figures) => ordinal(figures),
  },
  date: ({ day, month, year }) => [cardinal(day), month, year && cardinal(year)].filter(Boolean).join(' '),
  time: (hour, minute) => {
    if (minute === '00') return hour === '0' ? 'sıfır sıfır' : cardinal(hour);
    return `${cardinal(hour)} ${minutes(minute, cardinal)}`;
  },
  own: (grammar) => [
    // %20, %5–10
    {
      starts: /%/u,
      pattern: new RegExp(
        `%\\s?${amountPattern(grammar)}(?:\\s?[-–—]\\s?%?${amountPattern(grammar)})?(?![\\p{L}\\p{N}])`,
        'uy',
      ),
      read: (m) => {
        const [from, to] = [m[1], m[2]].map((written) =>
          written === undefined ? '' : spokenAmount(parseAmount(written, grammar), grammar),
        );
        return to ? `yüzde ${from} ila ${to}` : `yüzde ${from}`;
      },
    },
  ],
};
