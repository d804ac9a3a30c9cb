import { compoundReading } from '../../grammar/codes.ts';
import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { endsWithWord, inThrees } from '../../grammar/number-words.ts';
import { tables } from './tables.ts';

const ONES =
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const TENS = '  zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');
const SCALES = [
  ['Million', 'Millionen'],
  ['Milliarde', 'Milliarden'],
  ['Billion', 'Billionen'],
  ['Billiarde', 'Billiarden'],
];

function underHundred(value: number): string {
  if (value < 20) return ONES[value] ?? '';
  const ten = TENS[Math.floor(value / 10)] ?? '';
  return value % 10 === 0 ? ten : `${ONES[value % 10]}und${ten}`;
}

/** "hundertzwanzig" but "zweitausendeinhundertzwanzig". */
function underThousand(value: number, leads: boolean): string {
  const hundreds = Math.floor(value / 100);
  const hundred = hundreds === 0 ? '' : `${hundreds === 1 && leads ? '' : ONES[hundreds]}hundert`;
  return hundred + (value % 100 === 0 ? '' : underHundred(value % 100));
}

function cardinal(figures: string, gender?: Gender): string {
  if (figures === '0') return 'null';
  if (figures === '1' && gender) return gender === 'f' ? 'eine' : 'ein';
  const groups = inThrees(figures);
  if (groups.length > SCALES.length + 2) return [...figures].map((figure) => cardinal(figure)).join(' ');
  const [thousands = 0, rest = 0] = groups.length > 1 ? groups.slice(-2) : [0, groups[0]];
  const large = groups.slice(0, -2).flatMap((value, i, all) => {
    const [one, many] = SCALES[all.length - 1 - i] ?? [];
    if (value === 0) return [];
    return [value === 1 ? `eine ${one}` : `${asOne(underThousand(value, true))} ${many}`];
  });
  const leads = large.length === 0;
  const thousand =
    thousands === 0 ? '' : `${thousands === 1 && leads ? '' : underThousand(thousands, leads)}tausend`;
  const last = thousand + (rest === 0 ? '' : asOne(underThousand(rest, leads && thousand === '')));
  return [...large, last].filter(Boolean).join(' ');
}

/** A number that ends with one has an s: hunderteins. */
function asOne(words: string): string {
  return words.replace(/ein$/u, 'eins');
}

const RANKS: Record<string, string> = { eins: 'erst', drei: 'dritt', sieben: 'siebt', acht: 'acht' };

/** Returns the ordinal without its ending: "dritt", "zwanzigst". */
function rank(figures: string): string {
  const words = cardinal(figures);
  const last = Number(figures.slice(-2));
  if (last === 0 || last >= 20) return `${words}st`;
  const irregular = Object.keys(RANKS).find((end) => last < 13 && words.endsWith(end));
  return irregular ? words.slice(0, -irregular.length) + RANKS[irregular] : `${words}t`;
}

const WEEKDAY = '(?:Mo|Diens|Donners|Frei|Sams|Sonn)\\p{L}*tag|Montag|Mittwoch|Sonnabend';
const WITH_EN = new RegExp(
  `${endsWithWord('am|im|vom|zum|beim|dem|den|des|einem|einen|einer|eines|diesem|diesen|jedem|jeden|zur|bis|ab|seit|bis zum|ihrem|ihren|seinem|seinen|seiner|ihrer|meinem|meinen|meiner|unserem|unseren|unserer').source}|(?<!\\p{L})(?:am|vom|zum|bis)\\s(?:${WEEKDAY}),?\\s$|${endsWithWord('(?:in|mit|bei|nach|zu|von|aus|seit|während|wegen|trotz|an|auf|unter|über|vor|hinter|neben|ab|dank|laut|gegenüber)\\s(?:der|dieser|den|die beiden)').source}`,
  'iu',
);
const WITH_E = endsWithWord(
  'der|die|das|diese|dieser|dieses|jede|jeder|jedes|eine|keine|ihre|seine|meine|unsere',
);

/** "e" is the usual ending of feminine nouns, and of the adjectives before them. */
function genderOf(word: string): Gender | undefined {
  if (/^(?:oder|aber|über|unter|weiter|je|pro|alle)$/u.test(word) || !/^\p{Lu}|e[rsnm]?$/u.test(word))
    return undefined;
  return /(?:e|ung|heit|keit|schaft|ion|tät|frau|nacht|person|woche|liga|zahl|uhr)$/iu.test(word) ? 'f' : 'm';
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** The article tells the ending; without one it is the strong one, by the gender that the noun looks like. */
function declined(figures: string, written: string, noun: string): string {
  // The second ordinal of "am 3. und 4. Mai" has the ending of the first.
  const before = written.replace(/\d{1,3}\.(?:\s\p{L}+)?\s?(?:und|oder|bis|bis zum|[-–—/,])\s?$/u, '');
  if (WITH_EN.test(before)) return `${rank(figures)}en`;
  if (WITH_E.test(before)) return `${rank(figures)}e`;
  return `${rank(figures)}${genderOf(noun) === 'f' ? 'e' : 'er'}`;
}

function year(figures: string): string {
  const value = Number(figures);
  if (value < 1100 || value > 1999) return cardinal(figures);
  const rest = value % 100;
  return `${underHundred(Math.floor(value / 100))}hundert${rest === 0 ? '' : asOne(underHundred(rest))}`;
}

export const grammar: Grammar = {
  ...tables,
  cardinal,
  decimal: (whole, fraction) =>
    `${cardinal(whole)} Komma ${[...fraction].map((figure) => cardinal(figure)).join(' ')}`,
  genderOf,
  mixed: (whole, part, { top, bottom }) =>
    top === '1' && bottom === '2' ? `${whole.replace(/eins$/u, 'ein')}einhalb` : `${whole} ${part}`,
  pointOrdinal: (figures, before, after) =>
    figures.length > 3 ? null : declined(figures, before, /^\s+(\p{L}+)/u.exec(after)?.[1] ?? ''),
  regnal: (figures) => `der ${capitalised(rank(figures))}e`,
  date: ({ day, month, year: figures }, before) =>
    [declined(day, before, ''), month, figures && year(figures)].filter(Boolean).join(' '),
  year,
  time: (hour, minute) =>
    `${cardinal(hour, 'm')} Uhr${minute === '00' ? '' : ` ${cardinal(String(Number(minute)))}`}`,
  own: () => [
    // 90er, 5-jährig, 2-mal
    compoundReading(
      'er[ns]?|mal|%ig\\p{Ll}{0,2}|(?:fach|malig|jährig|monatig|wöchig|tägig|stündig|minütig|köpfig|teilig|stellig|prozentig)\\p{Ll}{0,3}',
      (figures, word) =>
        (/^er/u.test(word) ? year(figures) : cardinal(figures).replace(/eins$/u, 'ein')) +
        word.replace('%', 'prozent'),
    ),
    { starts: /F/u, pattern: /Fr\.(?=\s\p{Lu})/uy, read: () => 'Frau' },
    // Hauptstr. 5
    { starts: /\p{Lu}/u, pattern: /(\p{Lu}\p{Ll}{2,30})str\.(?=\s\d)/uy, read: (m) => `${m[1]}straße` },
  ],
};
