import { compoundReading } from '../../grammar/codes.ts';
import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { cardinals, endsWithWord, inThrees, minutes } from '../../grammar/number-words.ts';
import { ranks, withWholes } from '../families/slavic.ts';
import { tables } from './tables.ts';

const words = (list: string): string[] => list.replaceAll('_', '').split(' ');
const ONE: Record<Gender, string> = { m: 'jeden', f: 'jedna', n: 'jedno' };
const ONES = words(
  '_ jeden dva tri štyri päť šesť sedem osem deväť desať jedenásť dvanásť trinásť štrnásť pätnásť šestnásť sedemnásť osemnásť devätnásť',
);
const TENS = words('_ _ dvadsať tridsať štyridsať päťdesiat šesťdesiat sedemdesiat osemdesiat deväťdesiat');
const HUNDREDS = words('_ sto dvesto tristo štyristo päťsto šesťsto sedemsto osemsto deväťsto');

function plain(value: number): string {
  const rest = value % 100;
  const under = rest < 20 ? ONES[rest] : `${TENS[Math.floor(rest / 10)]}${ONES[rest % 10]}`;
  return [HUNDREDS[Math.floor(value / 100)], under].filter(Boolean).join(' ');
}

/** Only one and two themselves take a gender. */
function small(value: number, gender: Gender | undefined): string {
  if (value === 1) return ONE[gender ?? 'm'];
  return value === 2 && gender && gender !== 'm' ? 'dve' : plain(value);
}

const large = cardinals({
  zero: 'nula',
  small,
  scales: [
    'm tisíc',
    'm milión/milióny/miliónov',
    'f miliarda/miliardy/miliárd',
    'm bilión/bilióny/biliónov',
  ],
  formOf: (value) => (value === 1 ? 0 : value < 5 ? 1 : 2),
  bare: 4,
});

/** Thousands are one word with their number: dvetisíc, päťtisíc. */
function cardinal(figures: string, gender?: Gender): string {
  const thousands = inThrees(figures).at(-2) ?? 0;
  if (thousands < 2 || figures.length > 15) return large(figures, gender);
  const above = figures.slice(0, -6);
  const rest = figures.slice(-3).replace(/^0+/u, '');
  const head = above === '' || Number(above) === 0 ? '' : `${large(`${above}000000`)} `;
  const thousand = `${thousands === 2 ? 'dve' : plain(thousands)}tisíc`;
  return `${head}${thousand}${rest === '' ? '' : ` ${large(rest, gender)}`}`;
}

const GENITIVE = words(
  '_ jedného dvoch troch štyroch piatich šiestich siedmich ôsmich deviatich desiatich jedenástich dvanástich trinástich štrnástich pätnástich šestnástich sedemnástich osemnástich devätnástich',
);
const GENITIVE_TENS = words(
  '_ _ dvadsiatich tridsiatich štyridsiatich päťdesiatich šesťdesiatich sedemdesiatich osemdesiatich deväťdesiatich',
);

/** Beyond a hundred numerals are usually not declined. */
function genitive(figures: string, gender?: Gender): string {
  const value = Number(figures);
  if (value === 1) return gender === 'f' ? 'jednej' : 'jedného';
  if (value < 20) return value === 0 ? 'nuly' : (GENITIVE[value] ?? '');
  if (value >= 100) return cardinal(figures, gender);
  const ten = GENITIVE_TENS[Math.floor(value / 10)] ?? '';
  if (value % 10 === 0) return ten;
  return value % 10 === 1 ? cardinal(figures) : `${ten} ${GENITIVE[value % 10]}`;
}

const STEMS: Record<number, string> = Object.fromEntries([
  ...words(
    'nultý prvý druhý tretí štvrtý piaty šiesty siedmy ôsmy deviaty desiaty jedenásty dvanásty trinásty štrnásty pätnásty šestnásty sedemnásty osemnásty devätnásty',
  ).map((word, i) => [i, word]),
  ...words(
    'dvadsiaty tridsiaty štyridsiaty päťdesiaty šesťdesiaty sedemdesiaty osemdesiaty deväťdesiaty',
  ).map((word, i) => [20 + 10 * i, word]),
  ...words('stý dvojstý trojstý štvorstý päťstý šesťstý sedemstý osemstý deväťstý').map((word, i) => [
    100 + 100 * i,
    word,
  ]),
]);
/** Of "prvý", of "piaty" (after a long syllable the ending is short), and of "tretí". */
const ENDINGS = {
  m: ['ý', 'y', 'í'],
  f: ['á', 'a', 'ia'],
  n: ['é', 'e', 'ie'],
  genitive: ['ého', 'eho', 'ieho'],
  locative: ['om', 'om', 'om'],
  ofFeminine: ['ej', 'ej', 'ej'],
} as const;
type Ending = keyof typeof ENDINGS;
const rank = ranks<Ending>({
  stems: STEMS,
  attach: (word, ending) =>
    word === 'tretí' && ending === 'locative'
      ? 'treťom'
      : word.slice(0, -1) + ENDINGS[ending][word.endsWith('ý') ? 0 : word.endsWith('y') ? 1 : 2],
  cardinal,
  thousandth: (thousands) =>
    (thousands === 1 ? 'tisíci' : `${cardinal(String(thousands)).replaceAll(' ', '')}tisíci`).replace(
      /i$/u,
      'y',
    ),
  ranksTens: true,
});
const ranked = (figures: string, ending: Ending): string => rank(figures, ending) ?? cardinal(figures);

/** The noun's ending and the preposition tell the case well enough; a masculine nominative is the default. */
function pointOrdinal(figures: string, before: string, after: string): string | null {
  const noun = /^\s+(\p{L}+)/u.exec(after)?.[1] ?? '';
  if (figures.length > 3) return null;
  if (endsWithWord('v|vo|na|o|po|pri').test(before) && /(?:u|e|i|om|ej)$/u.test(noun))
    return ranked(
      figures,
      /(?:u|om|mieste|poschodí|storočí|kole|diele|mesiaci|dni)$/u.test(noun) ? 'locative' : 'ofFeminine',
    );
  if (endsWithWord('do|od|z|zo|počas|okolo|u|konca|začiatku').test(before))
    return ranked(figures, /(?:y|e|ej|i)$/u.test(noun) ? 'ofFeminine' : 'genitive');
  return ranked(figures, /[aá]$/u.test(noun) ? 'f' : /[oeé]$|ie$/u.test(noun) ? 'n' : 'm');
}

export const grammar: Grammar = {
  ...tables,
  cardinal,
  decimal: (whole, fraction) => withWholes(whole, fraction, cardinal),
  genitive: {
    after: endsWithWord('do|od|z|zo|okolo|bez|podľa|počas|u|vedľa|vrátane|namiesto'),
    cardinal: genitive,
    formFor: { one: 3, few: 2, other: 2, many: 3 },
  },
  genderOf: (word, figures) => {
    if (figures === '1') return /a$/u.test(word) ? 'f' : /[oe]$/u.test(word) ? 'n' : 'm';
    // Feminine and neuter: dve knihy, dve mestá. Their plural does not tell, so these are the usual ones.
    return /^(?:hodiny|minúty|sekundy|ženy|osoby|knihy|stránky|strany|časti|dcéry|sestry|triedy|skupiny|koruny|noci|cesty|krajiny|verzie|autá|mestá|slová|miesta|percentá|pivá|jedlá|čísla|deti|nové|veľké|malé|hlavné)$/u.test(
      word,
    )
      ? 'f'
      : 'm';
  },
  mixed: (whole, part, { top, bottom }) => `${whole} a ${top === '1' && bottom === '2' ? 'pol' : part}`,
  pointOrdinal,
  regnal: (figures, before) => rank(figures, /a\s$/u.test(before) ? 'f' : 'm'),
  date: ({ day, month, year }) =>
    [ranked(day, 'genitive'), month, year && cardinal(year)].filter(Boolean).join(' '),
  time: (hour, minute, before) => {
    // "o štrnástej tridsať"
    const isOblique = endsWithWord('o|od|do|po|okolo').test(before) && hour !== '0';
    const spoken = isOblique ? ranked(hour, 'ofFeminine') : cardinal(hour, 'f');
    if (minute !== '00') return `${spoken} ${minutes(minute, cardinal)}`;
    if (isOblique) return spoken;
    return `${spoken} ${hour === '1' ? 'hodina' : Number(hour) > 1 && Number(hour) < 5 ? 'hodiny' : 'hodín'}`;
  },
  // 20-ročný: dvadsaťročný; 5-krát
  own: () => [
    compoundReading(
      'krát|(?:ročn|dňov|člen|hodinov|minútov|percentn|miestn|poschodov|metrov)\\p{Ll}{0,4}',
      (figures, word) => {
        const linking: Record<string, string> = { '1': 'jedno', '2': 'dvoj', '3': 'troj', '4': 'štvor' };
        if (word === 'krát') return figures === '1' ? 'raz' : `${cardinal(figures)}krát`;
        return (linking[figures] ?? cardinal(figures).replaceAll(' ', '')) + word;
      },
    ),
  ],
};
