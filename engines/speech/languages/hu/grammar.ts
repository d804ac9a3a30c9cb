import { oneOf, startsOf } from '../../grammar/amounts.ts';
import { monthNames } from '../../grammar/dates.ts';
import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { inThrees } from '../../grammar/number-words.ts';
import type { Reading } from '../../grammar/reading.ts';
import { tables } from './tables.ts';

const ONES = ['', 'egy', 'kettő', 'három', 'négy', 'öt', 'hat', 'hét', 'nyolc', 'kilenc'];
const TENS = ['', 'tíz', 'húsz', 'harminc', 'negyven', 'ötven', 'hatvan', 'hetven', 'nyolcvan', 'kilencven'];
const SCALES = ['', 'ezer', 'millió', 'milliárd', 'billió', 'billiárd'];

function underHundred(value: number): string {
  const ten = Math.floor(value / 10);
  const one = ONES[value % 10] ?? '';
  if (one === '' || ten === 0) return `${TENS[ten]}${one}`;
  return `${ten === 1 ? 'tizen' : ten === 2 ? 'huszon' : TENS[ten]}${one}`;
}

function underThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const hundred = hundreds === 0 ? '' : `${hundreds === 1 ? '' : counting(ONES[hundreds] ?? '')}száz`;
  return hundred + underHundred(value % 100);
}

/** "kettő" is "két" before what it counts. */
function counting(words: string): string {
  return words.replace(/kettő$/u, 'két');
}

function cardinal(figures: string, gender?: Gender): string {
  if (figures === '0') return 'nulla';
  const groups = inThrees(figures);
  if (groups.length > SCALES.length) return [...figures].map((figure) => cardinal(figure)).join(' ');
  const parts = groups.flatMap((value, i) => {
    const scale = groups.length - 1 - i;
    if (value === 0) return [];
    if (scale === 0) return [underThousand(value)];
    return [`${value === 1 && scale === 1 && i === 0 ? '' : counting(underThousand(value))}${SCALES[scale]}`];
  });
  // A number below two thousand is one word.
  const words = Number(figures) < 2_000 ? parts.join('') : parts.join(' ');
  return gender ? counting(words) : words;
}

const RANKS: [end: string, rank: string][] = [
  ['egy', 'egyedik'],
  ['kettő', 'kettedik'],
  ['három', 'harmadik'],
  ['négy', 'negyedik'],
  ['öt', 'ötödik'],
  ['hat', 'hatodik'],
  ['hét', 'hetedik'],
  ['nyolc', 'nyolcadik'],
  ['kilenc', 'kilencedik'],
  ['tíz', 'tizedik'],
  ['húsz', 'huszadik'],
  ['harminc', 'harmincadik'],
  ['negyven', 'negyvenedik'],
  ['ötven', 'ötvenedik'],
  ['hatvan', 'hatvanadik'],
  ['hetven', 'hetvenedik'],
  ['nyolcvan', 'nyolcvanadik'],
  ['kilencven', 'kilencvenedik'],
  ['száz', 'századik'],
  ['ezer', 'ezredik'],
  ['millió', 'milliomodik'],
];

function ordinal(figures: string): string {
  if (figures === '1') return 'első';
  if (figures === '2') return 'második';
  const words = cardinal(figures);
  const [end = '', rank = ''] = RANKS.findLast(([last]) => words.endsWith(last)) ?? [];
  return end === '' ? words : words.slice(0, -end.length) + rank;
}

/** Returns a day of the month: harmadika, negyedike. */
function dayOf(figures: string): string {
  if (figures === '1') return 'elseje';
  const rank = ordinal(figures);
  return rank + (/[oaá]dik$/u.test(rank) ? 'a' : 'e');
}

/** Words whose stem changes before "-as", "-es", "-os": hármas, hetes. */
const STEMS: [word: RegExp, stem: string][] = [
  [/kettő$/u, 'kett'],
  [/három$/u, 'hárm'],
  [/hét$/u, 'het'],
  [/tíz$/u, 'tiz'],
  [/húsz$/u, 'husz'],
  [/ezer$/u, 'ezr'],
];

function suffixed(figures: string, suffix: string): string {
  const words = cardinal(figures);
  if (/^i?k$/u.test(suffix)) return ordinal(figures);
  if (/^[aeoö]s/u.test(suffix)) {
    const [word, stem] = STEMS.find(([one]) => one.test(words)) ?? [];
    return (word && stem ? words.replace(word, stem) : words) + suffix;
  }
  return words + suffix;
}

/** 2026. október 3., október 3-án */
function dateReadings(grammar: Grammar): Reading[] {
  const { inDates, numbers } = monthNames(grammar);
  const names = [...numbers.keys()];
  const month = (name: string): string => inDates[(numbers.get(name.toLowerCase()) ?? 1) - 1] ?? name;
  const day = (figures: string, suffix: string | undefined): string => {
    const spoken = dayOf(figures.replace(/^0/u, ''));
    return suffix === undefined
      ? spoken
      : spoken
          .replace(/e$/u, /^j?[éá]/u.test(suffix) ? '' : 'e')
          .replace(/a$/u, /^[á]/u.test(suffix) ? '' : 'a') +
          suffix
            .replace(/^j/u, '')
            .replace(/^[ae]$/u, '')
            .replace(/^e(?=\p{L})/u, '');
  };
  const pattern = `(${oneOf(names)})\\s(0?[1-9]|[12]\\d|3[01])(?:\\.(?!\\d)|[-‑](\\p{Ll}{1,8})|(?![\\p{L}\\p{N}.,:-]))`;
  return [
    {
      starts: /[12]/u,
      pattern: new RegExp(`((?:1\\d|20)\\d\\d)\\.\\s${pattern}`, 'iuy'),
      read: (m) => `${cardinal(m[1] ?? '')} ${month(m[2] ?? '')} ${day(m[3] ?? '', m[4])}`,
    },
    {
      starts: startsOf(names),
      pattern: new RegExp(pattern, 'iuy'),
      read: (m) => `${month(m[1] ?? '')} ${day(m[2] ?? '', m[3])}`,
    },
    // 2026. október
    {
      starts: /[12]/u,
      pattern: new RegExp(`((?:1\\d|20)\\d\\d)\\.(?=\\s(?:${oneOf(names)})(?!\\p{L}))`, 'iuy'),
      read: (m) => cardinal(m[1] ?? ''),
    },
  ];
}

const PARTS = ['tized', 'század', 'ezred'];

export const grammar: Grammar = {
  ...tables,
  cardinal,
  decimal: (whole, fraction) => {
    const part = PARTS[fraction.length - 1];
    if (part === undefined)
      return `${cardinal(whole)} vessző ${[...fraction].map((one) => cardinal(one)).join(' ')}`;
    return `${cardinal(whole)} egész ${cardinal(fraction.replace(/^0+(?=\d)/u, ''), 'n')} ${part}`;
  },
  genderOf: (word) =>
    /^(?:és|vagy|is|a|az|meg|plusz|mínusz|de|mert|hogy|volt|van|lett)$/u.test(word) ? undefined : 'n',
  mixed: (whole, part, { whole: figures, top, bottom }) =>
    figures === '1' && top === '1' && bottom === '2' ? 'másfél' : `${counting(whole)} és ${part}`,
  pointOrdinal: (figures) => (figures === '0' ? null : ordinal(figures)),
  suffixOrdinal: {
    suffix: '[-‑]\\p{Ll}{1,8}',
    read: (figures, suffix) => suffixed(figures, suffix.slice(1)),
  },
  date: ({ day, month, year }) => [year && cardinal(year), month, dayOf(day)].filter(Boolean).join(' '),
  time: (hour, minute) =>
    `${cardinal(hour, 'n')} óra${minute === '00' ? '' : ` ${cardinal(String(Number(minute)), 'n')} perc`}`,
  range: (from, to) => {
    const spoken = (written: string): string => {
      const [whole = '', fraction] = written.split(',');
      const figures = whole.replaceAll(/\D/gu, '').replace(/^0+(?=\d)/u, '');
      return fraction ? grammar.decimal(figures, fraction) : cardinal(figures, 'n');
    };
    // The exact endings need the noun: "tíz-tizenkét" is usual too.
    return `${spoken(from)}-${spoken(to)}`;
  },
  own: dateReadings,
};
