import type { Grammar } from '../../grammar/grammar.ts';
import { cardinals, minutes, pointed } from '../../grammar/number-words.ts';
import { tables } from './tables.ts';

const ONES = 'nol satu dua tiga empat lima enam tujuh delapan sembilan'.split(' ');

function small(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const hundred = hundreds === 0 ? '' : hundreds === 1 ? 'seratus' : `${ONES[hundreds]} ratus`;
  return [hundred, rest === 0 ? '' : underHundred(rest)].filter(Boolean).join(' ');
}

function underHundred(value: number): string {
  if (value < 10) return ONES[value] ?? '';
  if (value < 20) return value === 10 ? 'sepuluh' : value === 11 ? 'sebelas' : `${ONES[value - 10]} belas`;
  const one = value % 10 === 0 ? '' : ` ${ONES[value % 10]}`;
  return `${ONES[Math.floor(value / 10)]} puluh${one}`;
}

const cardinal = cardinals({
  zero: 'nol',
  small,
  scales: ['n seribu/ribu', 'n satu juta/juta', 'n satu miliar/miliar', 'n satu triliun/triliun'],
  bare: 4,
});

export const grammar: Grammar = {
  ...tables,
  cardinal,
  decimal: pointed(cardinal, 'koma', 0),
  mixed: (whole, part) => `${whole} ${part}`,
  date: ({ day, month, year }) => [cardinal(day), month, year && cardinal(year)].filter(Boolean).join(' '),
  time: (hour, minute) => {
    if (minute === '00') return cardinal(hour);
    return `${cardinal(hour)} ${minutes(minute, cardinal)}`;
  },
  own: () => [
    // abad ke-21
    {
      starts: /[kK]/u,
      pattern: /([kK]e)[-‑](\d{1,9})(?![\p{L}\p{N}])/uy,
      read: (m) => `${m[1]}${cardinal((m[2] ?? '').replace(/^0+(?=\d)/u, ''))}`,
    },
    // tahun 1990-an
    { starts: /\d/u, pattern: /(\d{2,4})[-‑]an(?![\p{L}\p{N}])/uy, read: (m) => `${cardinal(m[1] ?? '')}an` },
  ],
};
