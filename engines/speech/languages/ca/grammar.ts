import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { pointed } from '../../grammar/number-words.ts';
import { tables } from './tables.ts';

const ONES =
  'zero un dos tres quatre cinc sis set vuit nou deu onze dotze tretze catorze quinze setze disset divuit dinou'.split(
    ' ',
  );
const TENS = '  vint trenta quaranta cinquanta seixanta setanta vuitanta noranta'.split(' ');

function underHundred(value: number): string {
  if (value < 20) return ONES[value] ?? '';
  const ten = TENS[Math.floor(value / 10)] ?? '';
  return value % 10 === 0 ? ten : `${ten}${value < 30 ? '-i-' : '-'}${ONES[value % 10]}`;
}

/** The number's last one is "u" by itself, "un" and "una" before nouns; hundreds have a feminine too. */
function inGender(words: string, gender: Gender | undefined): string {
  if (gender === 'f')
    return words
      .replaceAll(/\bdos-cents\b/gu, 'dues-centes')
      .replaceAll(/-cents\b/gu, '-centes')
      .replace(/\bun$/u, 'una')
      .replace(/\bdos$/u, 'dues');
  return gender === undefined ? words.replace(/\bun$/u, 'u') : words;
}

function underThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const hundred = hundreds === 0 ? '' : hundreds === 1 ? 'cent' : `${ONES[hundreds]}-cents`;
  return [hundred, rest === 0 ? '' : underHundred(rest)].filter(Boolean).join(' ');
}

function underMillion(value: number): string {
  const thousands = Math.floor(value / 1_000);
  const rest = value % 1_000;
  const thousand = thousands === 0 ? '' : thousands === 1 ? 'mil' : `${underThousand(thousands)} mil`;
  return [thousand, rest === 0 ? '' : underThousand(rest)].filter(Boolean).join(' ');
}

/** A thousand million is "mil milions", a million million "un bilió". */
function cardinal(figures: string, gender?: Gender): string {
  if (figures === '0') return 'zero';
  if (figures.length > 18) return [...figures].map((figure) => cardinal(figure)).join(' ');
  const parts = [
    scaled(Number(figures.slice(-18, -12)), 'bilió', 'bilions'),
    scaled(Number(figures.slice(-12, -6)), 'milió', 'milions'),
    inGender(underMillion(Number(figures.slice(-6))), gender),
  ];
  return parts.filter(Boolean).join(' ');
}

function scaled(value: number, one: string, many: string): string {
  if (value === 0) return '';
  return value === 1 ? `un ${one}` : `${underMillion(value)} ${many}`;
}

const RANKS: Record<string, string> = {
  un: 'unè',
  dos: 'dosè',
  quatre: 'quatrè',
  cinc: 'cinquè',
  nou: 'novè',
  deu: 'desè',
};

function ordinal(figures: string, isFeminine: boolean): string {
  const first = ['', 'primer', 'segon', 'tercer', 'quart'][Number(figures)];
  if (first) return isFeminine ? `${first}a` : first;
  const rank = cardinal(figures, 'm').replace(
    /\p{L}+$/u,
    (last) => RANKS[last] ?? `${last.replace(/[ae]$/u, '')}è`,
  );
  return isFeminine ? rank.replace(/è$/u, 'ena') : rank;
}

export const grammar: Grammar = {
  ...tables,
  cardinal,
  decimal: pointed(cardinal, 'coma', 2),
  // un milió d'euros
  join: (number, noun, category) => {
    if (category !== 'many') return `${number} ${noun}`;
    return /^h?[aeiouàèéíòóú]/iu.test(noun) ? `${number} d'${noun}` : `${number} de ${noun}`;
  },
  genderOf: (word, figures) => {
    if (/^(?:de|d|i|o|a|en|per|amb|que|és|són)$/u.test(word)) return undefined;
    const isFeminine = figures === '1' ? /(?:a|ció|tat|sió)$/u : /(?:es|cions|tats|sions)$/u;
    return isFeminine.test(word) &&
      !/(?:mes|homes|metres|litres|dies|problemes|sistemes|temes|mapes)$/u.test(word)
      ? 'f'
      : 'm';
  },
  suffixOrdinal: {
    suffix: 'r|n|t|è|é|a|na|ra|ta|rt|er',
    read: (figures, suffix) => ordinal(figures, suffix.endsWith('a')),
  },
  date: ({ day, month, year }) => {
    const date = `${day === '1' ? 'primer' : cardinal(day)} ${month}`;
    return year ? `${date} de ${cardinal(year)}` : date;
  },
  time: (hour, minute) => {
    const spoken = cardinal(hour, 'f');
    if (minute === '00') return spoken;
    return minute.startsWith('0')
      ? `${spoken} i ${cardinal(minute.slice(1), 'm')}`
      : `${spoken} ${cardinal(minute, 'm')}`;
  },
};
