import { compoundReading } from '../../grammar/codes.ts';
import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { cardinals, endsWithWord, inThrees, minutes } from '../../grammar/number-words.ts';
import { czechSlovak, type Ending, hours, rankStems, wordList } from '../families/czech-slovak.ts';
import { ranks } from '../families/slavic.ts';
import { tables } from './tables.ts';

const ONE: Record<Gender, string> = { m: 'jeden', f: 'jedna', n: 'jedno' };
const ONES = wordList(
  '_ jeden dva tri štyri päť šesť sedem osem deväť desať jedenásť dvanásť trinásť štrnásť pätnásť šestnásť sedemnásť osemnásť devätnásť',
);
const TENS = wordList(
  '_ _ dvadsať tridsať štyridsať päťdesiat šesťdesiat sedemdesiat osemdesiat deväťdesiat',
);
const HUNDREDS = wordList('_ sto dvesto tristo štyristo päťsto šesťsto sedemsto osemsto deväťsto');

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

const GENITIVE = wordList(
  '_ jedného dvoch troch štyroch piatich šiestich siedmich ôsmich deviatich desiatich jedenástich dvanástich trinástich štrnástich pätnástich šestnástich sedemnástich osemnástich devätnástich',
);
const GENITIVE_TENS = wordList(
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

const STEMS = rankStems(
  'nultý prvý druhý tretí štvrtý piaty šiesty siedmy ôsmy deviaty desiaty jedenásty dvanásty trinásty štrnásty pätnásty šestnásty sedemnásty osemnásty devätnásty',
  'dvadsiaty tridsiaty štyridsiaty päťdesiaty šesťdesiaty sedemdesiaty osemdesiaty deväťdesiaty',
  'stý dvojstý trojstý štvorstý päťstý šesťstý sedemstý osemstý deväťstý',
);
/** Each row has the endings of "prvý", "piaty" (short after a long syllable) and "tretí". */
const ENDINGS: Record<Ending, readonly [hard: string, afterLong: string, soft: string]> = {
  m: ['ý', 'y', 'í'],
  f: ['á', 'a', 'ia'],
  n: ['é', 'e', 'ie'],
  genitive: ['ého', 'eho', 'ieho'],
  locative: ['om', 'om', 'om'],
  ofFeminine: ['ej', 'ej', 'ej'],
};
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

export const grammar: Grammar = {
  ...tables,
  cardinal,
  ...czechSlovak({
    cardinal,
    genitive,
    rank,
    genitiveAfter: 'do|od|z|zo|okolo|bez|podľa|počas|u|vedľa|vrátane|namiesto',
    neuter: /[oe]$/u,
    feminineAfterTwo:
      /^(?:hodiny|minúty|sekundy|ženy|osoby|knihy|stránky|strany|časti|dcéry|sestry|triedy|skupiny|koruny|noci|cesty|krajiny|verzie|autá|mestá|slová|miesta|percentá|pivá|jedlá|čísla|deti|nové|veľké|malé|hlavné)$/u,
    ranked: {
      locativeAfter: 'v|vo|na|o|po|pri',
      locative: /(?:u|e|i|om|ej)$/u,
      locativeOfOthers: /(?:u|om|mieste|poschodí|storočí|kole|diele|mesiaci|dni)$/u,
      genitiveAfter: 'do|od|z|zo|počas|okolo|u|konca|začiatku',
      genitiveOfFeminine: /(?:y|e|ej|i)$/u,
      neuter: /[oeé]$|ie$/u,
    },
  }),
  mixed: (whole, part, { top, bottom }) => `${whole} a ${top === '1' && bottom === '2' ? 'pol' : part}`,
  date: ({ day, month, year }) =>
    [ranked(day, 'genitive'), month, year && cardinal(year)].filter(Boolean).join(' '),
  time: (hour, minute, before) => {
    // "o štrnástej tridsať"
    const isOblique = endsWithWord('o|od|do|po|okolo').test(before) && hour !== '0';
    const spoken = isOblique ? ranked(hour, 'ofFeminine') : cardinal(hour, 'f');
    if (minute !== '00') return `${spoken} ${minutes(minute, cardinal)}`;
    if (isOblique) return spoken;
    return `${spoken} ${hours(hour, 'hodín')}`;
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
