import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { cardinals, formOf, pointed } from '../../grammar/number-words.ts';
import { tables } from './tables.ts';

const ONES =
  ' unu doi trei patru cinci șase șapte opt nouă zece unsprezece doisprezece treisprezece paisprezece cincisprezece șaisprezece șaptesprezece optsprezece nouăsprezece'.split(
    ' ',
  );
const TENS = '  douăzeci treizeci patruzeci cincizeci șaizeci șaptezeci optzeci nouăzeci'.split(' ');

/** Neuter nouns are masculine in the singular and feminine in the plural. */
function underHundred(value: number, gender: Gender | undefined): string {
  const rest = value < 20 ? value : value % 10;
  const feminine = gender === 'f' || gender === 'n';
  let one = ONES[rest] ?? '';
  if (feminine) one = one.replace(/^doi/u, 'două');
  if (gender === 'f') one = one.replace(/^unu$/u, 'una');
  if (value < 20) return one;
  const ten = TENS[Math.floor(value / 10)] ?? '';
  return rest === 0 ? ten : `${ten} și ${one}`;
}

function small(value: number, gender: Gender | undefined): string {
  if (value === 1 && gender) return gender === 'f' ? 'o' : 'un';
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const hundred = hundreds === 0 ? '' : hundreds === 1 ? 'o sută' : `${underHundred(hundreds, 'f')} sute`;
  return [hundred, rest === 0 ? '' : underHundred(rest, gender)].filter(Boolean).join(' ');
}

const cardinal = cardinals({
  zero: 'zero',
  small,
  scales: [
    'f mie/mii/de mii',
    'n milion/milioane/de milioane',
    'n miliard/miliarde/de miliarde',
    'n trilion/trilioane/de trilioane',
  ],
  formOf: formOf('ro', tables.formFor),
});

const FEMININE_RANKS: Record<string, string> = {
  unu: 'una',
  doi: 'doua',
  trei: 'treia',
  patru: 'patra',
  cinci: 'cincea',
  șase: 'șasea',
  șapte: 'șaptea',
  opt: 'opta',
  nouă: 'noua',
  zece: 'zecea',
  sută: 'suta',
  mie: 'mia',
};

function ordinal(figures: string, isFeminine: boolean): string {
  const words = cardinal(figures);
  return words.replace(/\p{L}+$/u, (last) => {
    if (!isFeminine) return last === 'opt' ? 'optulea' : `${last}lea`;
    return FEMININE_RANKS[last] ?? last.replace(/zece$|zeci$/u, 'zecea');
  });
}

export const grammar: Grammar = {
  ...tables,
  cardinal,
  decimal: pointed(cardinal, 'virgulă', 2),
  // douăzeci de kilometri
  join: (number, noun, category, amount) =>
    category === 'other' && amount.fraction === '' ? `${number} de ${noun}` : `${number} ${noun}`,
  genderOf: (word, figures) => {
    if (word === 'de' || /^(?:și|sau|la|din|pe|în|cu|este|sunt|a|al|ai|ale)$/u.test(word)) return undefined;
    if (figures === '1') return /(?:ă|e|a)$/u.test(word) ? 'f' : 'm';
    // Feminine and neuter plurals end in -e or -uri, many feminine ones in -i like the masculine.
    return /(?:e|uri|ori|ții|luni|săptămâni|zile|cărți|părți|nopți|mii|sute|țări)$/u.test(word) ? 'f' : 'm';
  },
  mixed: (whole, part, { top, bottom }) => `${whole} și ${top === '1' && bottom === '2' ? 'jumătate' : part}`,
  suffixOrdinal: {
    suffix: '[-‑](?:lea|a)',
    read: (figures, suffix) => ordinal(figures, suffix.endsWith('-a') || suffix.endsWith('‑a')),
  },
  date: ({ day, month, year }) =>
    [day === '1' ? 'întâi' : cardinal(day), month, year && cardinal(year)].filter(Boolean).join(' '),
  time: (hour, minute) => {
    const spoken = hour === '1' || hour === '21' ? cardinal(hour) : cardinal(hour, 'f');
    return minute === '00'
      ? spoken
      : `${spoken} și ${minute === '01' ? 'un minut' : cardinal(String(Number(minute)), 'n')}`;
  },
};
