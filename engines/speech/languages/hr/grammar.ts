import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { cardinals, endsWithWord, formOf, pointed, sideBySide } from '../../grammar/number-words.ts';
import { ranks } from '../families/slavic.ts';
import { tables } from './tables.ts';

const words = (list: string): string[] => list.replaceAll('_', '').split(' ');
const plain = sideBySide(
  words('_ sto dvjesto tristo četiristo petsto šeststo sedamsto osamsto devetsto'),
  words('_ _ dvadeset trideset četrdeset pedeset šezdeset sedamdeset osamdeset devedeset'),
  words(
    '_ jedan dva tri četiri pet šest sedam osam devet deset jedanaest dvanaest trinaest četrnaest petnaest šesnaest sedamnaest osamnaest devetnaest',
  ),
);
const small = (value: number, gender: Gender | undefined): string => {
  const spoken = plain(value);
  if (gender === 'f') return spoken.replace(/jedan$/u, 'jedna').replace(/dva$/u, 'dvije');
  return gender === 'n' ? spoken.replace(/jedan$/u, 'jedno') : spoken;
};
const grouped = cardinals({
  zero: 'nula',
  small,
  scales: [
    'f tisuća/tisuće/tisuća',
    'm milijun/milijuna/milijuna',
    'f milijarda/milijarde/milijardi',
    'm bilijun/bilijuna/bilijuna',
  ],
  formOf: formOf('hr', tables.formFor),
  bare: 4,
});
/** A thousand without its number is in the accusative: tisuću. */
const cardinal = (figures: string, gender?: Gender): string =>
  grouped(figures, gender).replace(/^tisuća/u, 'tisuću');

const STEMS: Record<number, string> = Object.fromEntries([
  ...words(
    'nult prv drug treć četvrt pet šest sedm osm devet deset jedanaest dvanaest trinaest četrnaest petnaest šesnaest sedamnaest osamnaest devetnaest',
  ).map((stem, i) => [i, stem]),
  ...words('dvadeset trideset četrdeset pedeset šezdeset sedamdeset osamdeset devedeset').map((stem, i) => [
    20 + 10 * i,
    stem,
  ]),
  ...words('stot dvjestot tristot četiristot petstot šeststot sedamstot osamstot devetstot').map(
    (stem, i) => [100 + 100 * i, stem],
  ),
]);
/** Hard stems take the first ending, "treć" the second. */
const ENDINGS = {
  m: ['i', 'i'],
  f: ['a', 'a'],
  n: ['o', 'e'],
  genitive: ['og', 'eg'],
  locative: ['om', 'em'],
  ofFeminine: ['e', 'e'],
  inFeminine: ['oj', 'oj'],
  accusative: ['u', 'u'],
} as const;
type Ending = keyof typeof ENDINGS;
const rank = ranks<Ending>({
  stems: STEMS,
  attach: (stem, ending) => stem + ENDINGS[ending][stem === 'treć' ? 1 : 0],
  cardinal,
  thousandth: (thousands) =>
    thousands === 1 ? 'tisućit' : `${grouped(String(thousands), 'f').replaceAll(' ', '')}tisućit`,
});
const ranked = (figures: string, ending: Ending): string => rank(figures, ending) ?? cardinal(figures);

const IN = endsWithWord('u|na|o|po|pri');
const OF = endsWithWord('do|od|iz|s|sa|oko|bez|nakon|prije|tijekom|kraja|početka|početkom|krajem|sredinom');

/** The noun's ending and the preposition tell the case well enough; a masculine nominative is the default. */
function pointOrdinal(figures: string, before: string, after: string): string | null {
  const noun = /^\s+(\p{L}+)/u.exec(after)?.[1] ?? '';
  if (/^godine$|^g$/u.test(noun)) return ranked(figures, 'ofFeminine');
  if (/^godini$/u.test(noun)) return ranked(figures, 'inFeminine');
  if (/^godinu$/u.test(noun)) return ranked(figures, 'accusative');
  if (IN.test(before) && /i$/u.test(noun)) return ranked(figures, 'inFeminine');
  if (IN.test(before) && /u$/u.test(noun)) return ranked(figures, 'locative');
  if (OF.test(before)) return ranked(figures, /e$/u.test(noun) ? 'ofFeminine' : 'genitive');
  return ranked(figures, /a$/u.test(noun) ? 'f' : /[oe]$/u.test(noun) ? 'n' : 'm');
}

export const grammar: Grammar = {
  ...tables,
  cardinal,
  decimal: pointed(cardinal, 'zarez', 2),
  genderOf: (word, figures) => {
    const last = Number(figures.slice(-1));
    if (last === 1) return /a$/u.test(word) ? 'f' : /[oe]$/u.test(word) ? 'n' : 'm';
    // Two: dvije knjige, but dva grada and dva mora.
    return last === 2 && /e$/u.test(word) ? 'f' : 'm';
  },
  mixed: (whole, part, { top, bottom }) => `${whole} i ${top === '1' && bottom === '2' ? 'pol' : part}`,
  pointOrdinal,
  regnal: (figures, before) => rank(figures, /a\s$/u.test(before) ? 'f' : 'm'),
  date: ({ day, month, year }) => {
    const date = `${ranked(day, 'genitive')} ${month}`;
    return year ? `${date} ${ranked(year, 'ofFeminine')} godine` : date;
  },
  time: (hour, minute) => {
    if (minute === '00')
      return `${cardinal(hour)} ${/^(?:1|21)$/u.test(hour) ? 'sat' : /^(?:2|3|4|22|23|24)$/u.test(hour) ? 'sata' : 'sati'}`;
    return `${cardinal(hour)} i ${cardinal(String(Number(minute)))}`;
  },
};
