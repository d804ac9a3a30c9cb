import { compoundReading } from '../../grammar/codes.ts';
import type { Grammar } from '../../grammar/grammar.ts';
import { inThrees, pointed } from '../../grammar/number-words.ts';
import { tables } from './tables.ts';

const ONES =
  'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien'.split(
    ' ',
  );
const TENS = '  twintig dertig veertig vijftig zestig zeventig tachtig negentig'.split(' ');
const SCALES = ['miljoen', 'miljard', 'biljoen', 'biljard'];

function underHundred(value: number): string {
  if (value < 20) return ONES[value] ?? '';
  const one = ONES[value % 10] ?? '';
  const ten = TENS[Math.floor(value / 10)] ?? '';
  return value % 10 === 0 ? ten : `${one}${one.endsWith('e') ? 'ën' : 'en'}${ten}`;
}

function underThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const hundred = hundreds === 0 ? '' : `${hundreds === 1 ? '' : ONES[hundreds]}honderd`;
  return hundred + (value % 100 === 0 ? '' : underHundred(value % 100));
}

function cardinal(figures: string): string {
  if (figures === '0') return 'nul';
  // The accents keep it from being read as the article.
  if (figures === '1') return 'één';
  const groups = inThrees(figures);
  if (groups.length > SCALES.length + 2) return [...figures].map((figure) => cardinal(figure)).join(' ');
  const [thousands = 0, rest = 0] = groups.length > 1 ? groups.slice(-2) : [0, groups[0]];
  const large = groups
    .slice(0, -2)
    .flatMap((value, i, all) =>
      value === 0 ? [] : [`${value === 1 ? 'één' : underThousand(value)} ${SCALES[all.length - 1 - i]}`],
    );
  const thousand = thousands === 0 ? '' : `${thousands === 1 ? '' : underThousand(thousands)}duizend`;
  return [...large, thousand, rest === 0 ? '' : underThousand(rest)].filter(Boolean).join(' ');
}

function ordinal(figures: string): string {
  const words = cardinal(figures).replace(/één$/u, 'een');
  const last = Number(figures.slice(-2));
  if (last === 1) return words.replace(/een$/u, 'eerste');
  if (last === 3) return words.replace(/drie$/u, 'derde');
  return last === 0 || last === 8 || last >= 20 ? `${words}ste` : `${words}de`;
}

function year(figures: string): string {
  const century = Number(figures.slice(0, 2));
  const rest = Number(figures.slice(2));
  if (century < 11 || century > 19) return cardinal(figures);
  return `${underHundred(century)}honderd${rest === 0 ? '' : underHundred(rest)}`;
}

export const grammar: Grammar = {
  ...tables,
  cardinal,
  decimal: pointed(cardinal, 'komma', 2),
  mixed: (whole, part, { whole: figures, top, bottom }) => {
    if (top !== '1' || bottom !== '2') return `${whole} ${part}`;
    return figures === '1'
      ? 'anderhalf'
      : `${whole.replace(/één$/u, 'een')}${/e$/u.test(whole) ? 'ë' : 'e'}nhalf`;
  },
  suffixOrdinal: { suffix: 'e|de|ste', read: (figures) => ordinal(figures) },
  date: ({ day, month, year: figures }) =>
    [cardinal(day), month, figures && year(figures)].filter(Boolean).join(' '),
  year,
  time: (hour, minute) =>
    `${cardinal(hour)} uur${minute === '00' ? '' : ` ${cardinal(String(Number(minute)))}`}`,
  own: () => [
    // The words ’s, ’t, ’n and ’k begin with an apostrophe.
    {
      starts: /['’‘]/u,
      pattern: /(?<![\p{L}\p{N}])['’‘]([stnkm])(?![\p{L}\p{N}])/uy,
      read: (m) => `'${m[1]}`,
    },
    // 20-jarige, 3-voudig
    compoundReading(
      '(?:jarig|voudig|daags|delig|koppig|urig|persoons)\\p{Ll}{0,2}|maal|tal',
      (figures, word) => cardinal(figures).replace('één', 'een') + word,
    ),
  ],
};
