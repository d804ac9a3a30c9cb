import { compoundReading } from '../../grammar/codes.ts';
import type { Grammar } from '../../grammar/grammar.ts';
import { inThrees, pointed } from '../../grammar/number-words.ts';

const ONES =
  'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien'.split(
    ' ',
  );
const TENS = '  twintig dertig veertig vijftig zestig zeventig tachtig negentig'.split(' ');
const SCALES = ['miljoen', 'miljard', 'biljoen', 'biljard'];

function underHundred(value: number): string {
  if (value < 20) return ONES[value] ?? '';
  const [one, ten] = [ONES[value % 10] ?? '', TENS[Math.floor(value / 10)] ?? ''];
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
  const [century, rest] = [Number(figures.slice(0, 2)), Number(figures.slice(2))];
  if (century < 11 || century > 19) return cardinal(figures);
  return `${underHundred(century)}honderd${rest === 0 ? '' : underHundred(rest)}`;
}

export const dutch: Grammar = {
  locale: 'nl',
  cardinal,
  decimalSign: ',',
  groupSigns: '. ',
  decimal: pointed(cardinal, 'komma', 2),
  formFor: { one: 0, other: 1 },
  fractions: {
    2: 'n half/halve',
    3: 'n derde',
    4: 'n kwart',
    5: 'n vijfde',
    6: 'n zesde',
    8: 'n achtste',
    10: 'n tiende',
    100: 'n honderdste',
  },
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
  timeWords: { after: '\\s?uur(?!\\p{L})|\\s?u\\.?(?![\\p{L}.])' },
  units: {
    meter: 'm meter',
    gram: 'n gram',
    liter: 'm liter',
    byte: 'm byte',
    bit: 'm bit',
    hertz: 'm hertz',
    watt: 'm watt',
    'watt-hour': 'n wattuur',
    volt: 'm volt',
    ampere: 'm ampère',
    joule: 'm joule',
    second: 'm seconde/seconden',
    calorie: 'm calorie/calorieën',
    ton: 'm ton',
    pascal: 'm pascal',
    minute: 'm minuut/minuten',
    hour: 'n uur',
    hectare: 'm hectare',
    celsius: 'm graad Celsius/graden Celsius',
    fahrenheit: 'm graad Fahrenheit/graden Fahrenheit',
    degree: 'm graad/graden',
    percent: 'n procent',
    permille: 'n promille',
    decibel: 'm decibel',
    pixel: 'm pixel/pixels',
  },
  prefixes: {
    nano: 'nano',
    micro: 'micro',
    milli: 'milli',
    centi: 'centi',
    deci: 'deci',
    hecto: 'hecto',
    kilo: 'kilo',
    mega: 'mega',
    giga: 'giga',
    tera: 'tera',
  },
  square: 'vierkante *',
  cubic: 'kubieke *',
  per: { h: 'per uur', u: 'per uur', s: 'per seconde', l: 'per liter' },
  unitSymbols: {
    'km/u': 'km/h',
    u: 'h',
    sec: 'second',
    'min.': 'min',
    'sec.': 'second',
  },
  scales: {
    duizend: 'n duizend',
    'mln|mln.|miljoen': 'n miljoen',
    'mld|mld.|mrd|miljard': 'n miljard',
    biljoen: 'n biljoen',
  },
  currencies: {
    EUR: { name: 'm euro', cent: 'm (cent)' },
    USD: { name: 'm dollar', cent: 'm (cent)' },
    GBP: { name: 'n pond', cent: 'm (penny/pence)' },
    CHF: { name: 'm frank', cent: 'm (rappen)' },
    JPY: { name: 'm yen' },
  },
  and: 'en',
  to: 'tot',
  minus: 'min',
  plus: 'plus',
  signs: {
    '&': 'en',
    '+': 'plus',
    '=': 'is',
    '@': 'apenstaartje',
    '#': 'hashtag',
    '№': 'nummer',
    '±': 'plus min',
    '≈': 'ongeveer',
    '≠': 'is niet gelijk aan',
    '≤': 'hoogstens',
    '≥': 'minstens',
    '<': 'kleiner dan',
    '>': 'groter dan',
    '×': 'bij',
    '÷': 'gedeeld door',
    '∞': 'oneindig',
    '√': 'wortel',
    π: 'pi',
    '§': 'paragraaf',
    '©': 'copyright',
    '.': 'punt',
    ',': 'komma',
    '-': 'streepje',
    _: 'liggend streepje',
    '/': 'schuine streep',
    ':': 'op',
    '?': 'vraagteken',
    '%': 'procent',
    '~': 'tilde',
  },
  abbreviations: {
    inside: {
      'bijv.': 'bijvoorbeeld',
      'bv.': 'bijvoorbeeld',
      'd.w.z.': 'dat wil zeggen',
      'm.a.w.': 'met andere woorden',
      'o.a.': 'onder andere',
      'i.v.m.': 'in verband met',
      'm.b.t.': 'met betrekking tot',
      't.o.v.': 'ten opzichte van',
      'i.p.v.': 'in plaats van',
      'm.i.v.': 'met ingang van',
      't.a.v.': 'ter attentie van',
      'z.s.m.': 'zo snel mogelijk',
      'n.a.v.': 'naar aanleiding van',
      'o.l.v.': 'onder leiding van',
      'd.m.v.': 'door middel van',
      't.g.v.': 'ter gelegenheid van',
      'v. Chr.': 'voor Christus',
      'n. Chr.': 'na Christus',
      't/m': 'tot en met',
      'ca.': 'circa',
      'evt.': 'eventueel',
      'incl.': 'inclusief',
      'excl.': 'exclusief',
      'max.': 'maximaal',
      'min.': 'minimaal',
      'dhr.': 'de heer',
      'mevr.': 'mevrouw',
      'mw.': 'mevrouw',
      'dr.': 'doctor',
      'drs.': 'doctorandus',
      'prof.': 'professor',
      'ir.': 'ingenieur',
      'St.': 'Sint',
      'nr.': 'nummer',
      'tel.': 'telefoon',
      'vgl.': 'vergelijk',
      'mln.': 'miljoen',
      'mld.': 'miljard',
    },
    last: {
      'enz.': 'enzovoort',
      'etc.': 'et cetera',
      'e.d.': 'en dergelijke',
      'a.u.b.': 'alstublieft',
      'e.a.': 'en andere',
      'jl.': 'jongstleden',
      'a.s.': 'aanstaande',
    },
    beforeNumber: {
      'blz.': 'bladzijde',
      'p.': 'pagina',
      'pag.': 'pagina',
      'art.': 'artikel',
      'hfst.': 'hoofdstuk',
    },
  },
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
