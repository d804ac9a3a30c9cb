import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { cardinals, endsWithWord, formOf, pointed, sideBySide } from '../../grammar/number-words.ts';
import { METRIC } from '../../grammar/prefixes.ts';
import { ranks } from '../families/slavic.ts';

const words = (list: string): string[] => list.replaceAll('_', '').split(' ');
const FORMS = { one: 0, few: 1, other: 2 };
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
  formOf: formOf('hr', FORMS),
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
/** Of hard stems and of "treć". */
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

export const croatian: Grammar = {
  locale: 'hr',
  cardinal,
  decimalSign: ',',
  groupSigns: '. ',
  decimal: pointed(cardinal, 'zarez', 2),
  formFor: FORMS,
  genderOf: (word, figures) => {
    const last = Number(figures.slice(-1));
    if (last === 1) return /a$/u.test(word) ? 'f' : /[oe]$/u.test(word) ? 'n' : 'm';
    // Two: dvije knjige, but dva grada and dva mora.
    return last === 2 && /e$/u.test(word) ? 'f' : 'm';
  },
  fractions: {
    2: 'f =pola/polovine/polovina',
    3: 'f trećina/trećine/trećina',
    4: 'f četvrtina/četvrtine/četvrtina',
    5: 'f petina/petine/petina',
    6: 'f šestina/šestine/šestina',
    8: 'f osmina/osmine/osmina',
    10: 'f desetina/desetine/desetina',
    100: 'f stotina/stotine/stotina',
  },
  mixed: (whole, part, { top, bottom }) => `${whole} i ${top === '1' && bottom === '2' ? 'pol' : part}`,
  pointOrdinal,
  regnal: (figures, before) => rank(figures, /a\s$/u.test(before) ? 'f' : 'm'),
  date: ({ day, month, year }) => {
    const date = `${ranked(day, 'genitive')} ${month}`;
    return year ? `${date} ${ranked(year, 'ofFeminine')} godine` : date;
  },
  dateParts: { beforeMonth: '\\.\\s', afterYear: '\\.(?:\\sgodine(?!\\p{L})|\\sg\\.)?' },
  time: (hour, minute) => {
    if (minute === '00')
      return `${cardinal(hour)} ${/^(?:1|21)$/u.test(hour) ? 'sat' : /^(?:2|3|4|22|23|24)$/u.test(hour) ? 'sata' : 'sati'}`;
    return `${cardinal(hour)} i ${cardinal(String(Number(minute)))}`;
  },
  timeWords: { before: '\\bu\\s', after: '\\s?(?:sati|sata|sat|h)(?!\\p{L})' },
  units: {
    meter: 'm metar/metra/metara',
    gram: 'm gram/grama/grama',
    liter: 'f litra/litre/litara',
    byte: 'm bajt/bajta/bajtova',
    bit: 'm bit/bita/bitova',
    hertz: 'm herc/herca/herca',
    watt: 'm vat/vata/vata',
    'watt-hour': 'm vatsat/vatsata/vatsati',
    volt: 'm volt/volta/volta',
    ampere: 'm amper/ampera/ampera',
    joule: 'm džul/džula/džula',
    second: 'f sekunda/sekunde/sekundi',
    calorie: 'f kalorija/kalorije/kalorija',
    ton: 'f tona/tone/tona',
    pascal: 'm paskal/paskala/paskala',
    minute: 'f minuta/minute/minuta',
    hour: 'm sat/sata/sati',
    hectare: 'm hektar/hektara/hektara',
    celsius: 'm stupanj Celzija/stupnja Celzija/stupnjeva Celzija',
    fahrenheit: 'm stupanj Fahrenheita/stupnja Fahrenheita/stupnjeva Fahrenheita',
    degree: 'm stupanj/stupnja/stupnjeva',
    percent: 'm posto',
    permille: 'm promil/promila/promila',
    decibel: 'm decibel/decibela/decibela',
    pixel: 'm piksel/piksela/piksela',
    kom: 'm komad/komada/komada',
  },
  prefixes: METRIC,
  square: 'četvorni */četvorna */četvornih *',
  cubic: 'kubni */kubna */kubnih *',
  per: { h: 'na sat', s: 'u sekundi', l: 'po litri' },
  // "s" alone means "with".
  unitSymbols: { s: '', sek: 'second', 'min.': 'min', 'sek.': 'second', 'kom.': 'kom' },
  scales: {
    'tis.|tisuća|tisuće': 'f tisuća/tisuće/tisuća',
    'mil.|mil|milijun|milijuna': 'm milijun/milijuna/milijuna',
    'mlrd.|mlrd|milijarda|milijarde|milijardi': 'f milijarda/milijarde/milijardi',
  },
  currencies: {
    EUR: { name: 'm euro/eura/eura', cent: 'm cent/centa/centi' },
    HRK: { name: 'f kuna/kune/kuna', cent: 'f lipa/lipe/lipa' },
    USD: { name: 'm dolar/dolara/dolara', cent: 'm cent/centa/centi' },
    GBP: { name: 'f funta/funte/funti', cent: 'm peni/penija/penija' },
    CHF: { name: 'm franak/franka/franaka' },
    JPY: { name: 'm jen/jena/jena' },
  },
  currencySigns: { kn: 'HRK' },
  centsAfter: 'i',
  and: 'i',
  to: 'do',
  minus: 'minus',
  plus: 'plus',
  signs: {
    '&': 'i',
    '+': 'plus',
    '=': 'jednako',
    '@': 'at',
    '#': 'hashtag',
    '№': 'broj',
    '±': 'plus minus',
    '≈': 'približno',
    '≠': 'nije jednako',
    '≤': 'najviše',
    '≥': 'najmanje',
    '<': 'manje od',
    '>': 'više od',
    '×': 'puta',
    '÷': 'podijeljeno s',
    '∞': 'beskonačno',
    '√': 'korijen iz',
    π: 'pi',
    '§': 'paragraf',
    '.': 'točka',
    ',': 'zarez',
    '-': 'crtica',
    _: 'podvlaka',
    '/': 'kosa crta',
    ':': 'prema',
    '?': 'upitnik',
    '%': 'posto',
    '~': 'tilda',
  },
  abbreviations: {
    inside: {
      'npr.': 'na primjer',
      'tj.': 'to jest',
      'tzv.': 'takozvani',
      'odn.': 'odnosno',
      'dr.': 'doktor',
      'prof.': 'profesor',
      'mr.': 'magistar',
      'ing.': 'inženjer',
      'sv.': 'sveti',
      'ul.': 'ulica',
      'br.': 'broj',
      'tel.': 'telefon',
      'oko.': 'oko',
      'usp.': 'usporedi',
      'v.': 'vidi',
      gđa: 'gospođa',
      'g.': 'gospodin',
      'pr. Kr.': 'prije Krista',
      'pr. n. e.': 'prije nove ere',
      'n. e.': 'nove ere',
      'maks.': 'maksimalno',
      'min.': 'minimalno',
      'st.': 'stoljeće',
      'mil.': 'milijuna',
      'mlrd.': 'milijardi',
    },
    last: {
      'itd.': 'i tako dalje',
      'i sl.': 'i slično',
      'i dr.': 'i drugo',
      'd. o. o.': 'd o o',
      'd. d.': 'd d',
    },
    beforeNumber: { 'str.': 'stranica', 'pogl.': 'poglavlje', 'čl.': 'članak', 'sl.': 'slika' },
  },
};
