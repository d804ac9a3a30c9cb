import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { cardinals, formOf, pointed } from '../../grammar/number-words.ts';
import { METRIC } from '../../grammar/prefixes.ts';

const ONES =
  ' unu doi trei patru cinci șase șapte opt nouă zece unsprezece doisprezece treisprezece paisprezece cincisprezece șaisprezece șaptesprezece optsprezece nouăsprezece'.split(
    ' ',
  );
const TENS = '  douăzeci treizeci patruzeci cincizeci șaizeci șaptezeci optzeci nouăzeci'.split(' ');
const FORMS = { one: 0, few: 1, other: 2 };

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
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
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
  formOf: formOf('ro', FORMS),
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

export const romanian: Grammar = {
  locale: 'ro',
  cardinal,
  decimalSign: ',',
  groupSigns: '. ',
  decimal: pointed(cardinal, 'virgulă', 2),
  formFor: { one: 0, few: 1, other: 1 },
  // douăzeci de kilometri
  join: (number, noun, category, amount) =>
    category === 'other' && amount.fraction === '' ? `${number} de ${noun}` : `${number} ${noun}`,
  genderOf: (word, figures) => {
    if (word === 'de' || /^(?:și|sau|la|din|pe|în|cu|este|sunt|a|al|ai|ale)$/u.test(word)) return undefined;
    if (figures === '1') return /(?:ă|e|a)$/u.test(word) ? 'f' : 'm';
    // Feminine and neuter plurals end in -e or -uri, many feminine ones in -i like the masculine.
    return /(?:e|uri|ori|ții|luni|săptămâni|zile|cărți|părți|nopți|mii|sute|țări)$/u.test(word) ? 'f' : 'm';
  },
  fractions: {
    2: 'f =o jumătate/doimi',
    3: 'f treime/treimi',
    4: 'n sfert/sferturi',
    5: 'f cincime/cincimi',
    6: 'f șesime/șesimi',
    8: 'f optime/optimi',
    10: 'f zecime/zecimi',
    100: 'f sutime/sutimi',
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
  timeWords: { before: '(?:[Oo]ra|[Oo]rele|[Oo]rei)\\s' },
  units: {
    meter: 'm metru/metri',
    gram: 'n gram/grame',
    liter: 'm litru/litri',
    byte: 'm bait/baiți',
    bit: 'm bit/biți',
    hertz: 'm hertz/hertzi',
    watt: 'm watt/wați',
    'watt-hour': 'f watt-oră/watt-ore',
    volt: 'm volt/volți',
    ampere: 'm amper/amperi',
    joule: 'm joule/jouli',
    second: 'f secundă/secunde',
    calorie: 'f calorie/calorii',
    ton: 'f tonă/tone',
    pascal: 'm pascal/pascali',
    minute: 'n minut/minute',
    hour: 'f oră/ore',
    hectare: 'n hectar/hectare',
    celsius: 'n grad Celsius/grade Celsius',
    fahrenheit: 'n grad Fahrenheit/grade Fahrenheit',
    degree: 'n grad/grade',
    percent: 'm =unu la sută/# la sută',
    permille: 'n la mie',
    decibel: 'm decibel/decibeli',
    pixel: 'm pixel/pixeli',
  },
  prefixes: { ...METRIC, micro: 'micro', hecto: 'hecto' },
  square: '* pătrat/* pătrați',
  cubic: '* cub/* cubi',
  per: { h: 'pe oră', s: 'pe secundă', l: 'pe litru' },
  unitSymbols: { mp: 'm²', mc: 'm³', 'mp.': 'm²' },
  scales: {
    mii: 'f mie/mii',
    'mil.|milion|milioane': 'n milion/milioane',
    'mld.|mld|miliard|miliarde': 'n miliard/miliarde',
    'trilion|trilioane': 'n trilion/trilioane',
  },
  currencies: {
    RON: { name: 'm leu/lei', cent: 'm ban/bani' },
    EUR: { name: 'm euro', cent: 'm cent/cenți' },
    USD: { name: 'm dolar/dolari', cent: 'm cent/cenți' },
    GBP: { name: 'f liră/lire', cent: 'm penny/pence' },
    CHF: { name: 'm franc/franci' },
    JPY: { name: 'm yen/yeni' },
    MDL: { name: 'm leu/lei', cent: 'm ban/bani' },
  },
  currencySigns: { lei: 'RON', leu: 'RON' },
  centsAfter: 'și',
  and: 'și',
  to: 'până la',
  minus: 'minus',
  plus: 'plus',
  signs: {
    '&': 'și',
    '+': 'plus',
    '=': 'egal',
    '@': 'arond',
    '#': 'hashtag',
    '№': 'numărul',
    '±': 'plus minus',
    '≈': 'aproximativ',
    '≠': 'diferit de',
    '≤': 'cel mult',
    '≥': 'cel puțin',
    '<': 'mai mic decât',
    '>': 'mai mare decât',
    '×': 'pe',
    '÷': 'împărțit la',
    '∞': 'infinit',
    '√': 'radical din',
    π: 'pi',
    '§': 'paragraful',
    '.': 'punct',
    ',': 'virgulă',
    '-': 'liniuță',
    _: 'linie jos',
    '/': 'slash',
    ':': 'la',
    '?': 'semnul întrebării',
    '%': 'la sută',
    '~': 'tildă',
  },
  abbreviations: {
    inside: {
      'de ex.': 'de exemplu',
      'ex.': 'exemplu',
      'dl.': 'domnul',
      dl: 'domnul',
      'dna.': 'doamna',
      dna: 'doamna',
      'dr.': 'doctor',
      'prof.': 'profesor',
      'ing.': 'inginer',
      'av.': 'avocat',
      'str.': 'strada',
      'bd.': 'bulevardul',
      'bl.': 'blocul',
      'sc.': 'scara',
      'ap.': 'apartamentul',
      'nr.': 'numărul',
      'tel.': 'telefon',
      'cca.': 'circa',
      'aprox.': 'aproximativ',
      'sf.': 'sfântul',
      'max.': 'maximum',
      'min.': 'minimum',
      'î.Hr.': 'înainte de Hristos',
      'd.Hr.': 'după Hristos',
      'î.e.n.': 'înaintea erei noastre',
      'jud.': 'județul',
      'vol.': 'volumul',
    },
    last: {
      'etc.': 'et cetera',
      'ș.a.m.d.': 'și așa mai departe',
      'ș.a.': 'și altele',
      'S.R.L.': 'S R L',
      'S.A.': 'S A',
    },
    beforeNumber: {
      'pag.': 'pagina',
      'p.': 'pagina',
      'cap.': 'capitolul',
      'art.': 'articolul',
      'alin.': 'alineatul',
      'fig.': 'figura',
    },
  },
};
