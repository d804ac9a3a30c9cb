import { compoundReading } from './codes.ts';
import type { Gender, Grammar } from './grammar.ts';
import { minutes, pointed } from './number-words.ts';
import { METRIC } from './prefixes.ts';
import { scandinavian } from './scandinavian.ts';

const ONES =
  'nul en to tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten'.split(
    ' ',
  );
/** Fifty is "half the third score", and so on. */
const TENS = '  tyve tredive fyrre halvtreds tres halvfjerds firs halvfems'.split(' ');

function underHundred(value: number, one: string): string {
  if (value < 20) return value === 1 ? one : (ONES[value] ?? '');
  const ten = TENS[Math.floor(value / 10)] ?? '';
  return value % 10 === 0 ? ten : `${ONES[value % 10]}og${ten}`;
}

const cardinal = scandinavian({
  zero: 'nul',
  one: { common: 'en', neuter: 'et' },
  alone: 'common',
  underHundred,
  hundred: 'hundrede',
  thousand: 'tusind',
  and: ' og ',
  gap: ' ',
  scales: [
    ['million', 'millioner'],
    ['milliard', 'milliarder'],
    ['billion', 'billioner'],
  ],
});

const RANKS =
  'nulte første anden tredje fjerde femte sjette syvende ottende niende tiende ellevte tolvte trettende fjortende femtende sekstende syttende attende nittende'.split(
    ' ',
  );
const TENTHS =
  '  tyvende tredivte fyrretyvende halvtredsindstyvende tresindstyvende halvfjerdsindstyvende firsindstyvende halvfemsindstyvende'.split(
    ' ',
  );

function ordinal(figures: string): string {
  const value = Number(figures);
  const last = value % 100;
  if (last === 0) return /tusind$/u.test(cardinal(figures)) ? `${cardinal(figures)}e` : cardinal(figures);
  const ten = TENTHS[Math.floor(last / 10)] ?? '';
  const rank = last < 20 ? RANKS[last] : last % 10 === 0 ? ten : `${ONES[last % 10]}og${ten}`;
  return value < 100 ? `${rank}` : `${cardinal(String(value - last))} og ${rank}`;
}

function year(figures: string): string | null {
  const [century, rest] = [Number(figures.slice(0, 2)), Number(figures.slice(2))];
  if (century < 11 || century > 19) return null;
  return `${ONES[century]} hundrede${rest === 0 ? '' : ` ${rest < 10 ? 'og ' : ''}${underHundred(rest, 'en')}`}`;
}

export const danish: Grammar = {
  locale: 'da',
  cardinal,
  decimalSign: ',',
  groupSigns: '. ',
  decimal: pointed(cardinal, 'komma', 2),
  formFor: { one: 0, other: 1 },
  // "en" is far more common; these neuter nouns are frequent.
  genderOf: (word): Gender =>
    /^(?:år|barn|hus|land|rum|ord|navn|sprog|eksempel|kilo|ton|mål|skridt|forsøg|par|stykke|glas|æg|brev|sted|spørgsmål|minut|sekund|nyt|stort|lille|\p{L}+(?:hus|rum|år|barn|program|spil|system))$/u.test(
      word,
    )
      ? 'n'
      : 'm',
  fractions: {
    2: 'm halv/halve',
    3: 'm tredjedel/tredjedele',
    4: 'm fjerdedel/fjerdedele',
    5: 'm femtedel/femtedele',
    6: 'm sjettedel/sjettedele',
    8: 'm ottendedel/ottendedele',
    10: 'm tiendedel/tiendedele',
    100: 'm hundrededel/hundrededele',
  },
  mixed: (whole, part, { whole: figures, top, bottom }) => {
    if (top !== '1' || bottom !== '2') return `${whole} og ${part}`;
    return figures === '1' ? 'halvanden' : `${whole} og en halv`;
  },
  pointOrdinal: (figures) => (figures.length > 3 ? null : ordinal(figures)),
  date: ({ day, month, year: figures }) =>
    [ordinal(day), month, figures && (year(figures) ?? cardinal(figures))].filter(Boolean).join(' '),
  year,
  time: (hour, minute) => {
    if (minute === '00') return cardinal(hour);
    return `${cardinal(hour)} ${minutes(minute, cardinal)}`;
  },
  timeWords: { before: '(?:[Kk]l\\.?|[Kk]lokken)\\s' },
  units: {
    meter: 'm meter',
    gram: 'n gram',
    liter: 'm liter',
    byte: 'm byte',
    bit: 'm bit',
    hertz: 'm hertz',
    watt: 'm watt',
    'watt-hour': 'm watttime/watttimer',
    volt: 'm volt',
    ampere: 'm ampere',
    joule: 'm joule',
    second: 'n sekund/sekunder',
    calorie: 'm kalorie/kalorier',
    ton: 'n ton',
    pascal: 'm pascal',
    minute: 'n minut/minutter',
    hour: 'm time/timer',
    hectare: 'm hektar',
    celsius: 'm grad celsius/grader celsius',
    fahrenheit: 'm grad fahrenheit/grader fahrenheit',
    degree: 'm grad/grader',
    percent: 'm procent',
    permille: 'm promille',
    decibel: 'm decibel',
    pixel: 'm pixel',
    stk: 'n styk/styk',
  },
  prefixes: { ...METRIC, milli: 'milli' },
  square: 'kvadrat*',
  cubic: 'kubik*',
  per: { h: 'i timen', s: 'i sekundet', l: 'per liter' },
  unitSymbols: { 'km/t': 'km/h', kvm: 'm²', m2: 'm²', 'stk.': 'stk', 'min.': 'min', 'sek.': 'second' },
  scales: {
    tusind: 'n tusind',
    'mio.|mio|million|millioner': 'm million/millioner',
    'mia.|mia|milliard|milliarder': 'm milliard/milliarder',
  },
  currencies: {
    DKK: { name: 'm krone/kroner', cent: 'm øre' },
    EUR: { name: 'm euro', cent: 'm cent' },
    USD: { name: 'm dollar', cent: 'm cent' },
    GBP: { name: 'n pund', cent: 'm penny/pence' },
    SEK: { name: 'm svensk krone/svenske kroner' },
    NOK: { name: 'm norsk krone/norske kroner' },
    JPY: { name: 'm yen' },
  },
  currencySigns: { kr: 'DKK', 'kr.': 'DKK' },
  centsAfter: 'og',
  and: 'og',
  to: 'til',
  minus: 'minus',
  plus: 'plus',
  signs: {
    '&': 'og',
    '+': 'plus',
    '=': 'er lig med',
    '@': 'snabel-a',
    '#': 'hashtag',
    '№': 'nummer',
    '±': 'plus minus',
    '≈': 'cirka',
    '≠': 'er ikke lig med',
    '≤': 'højst',
    '≥': 'mindst',
    '<': 'mindre end',
    '>': 'større end',
    '×': 'gange',
    '÷': 'divideret med',
    '∞': 'uendelig',
    '√': 'kvadratroden af',
    π: 'pi',
    '§': 'paragraf',
    '.': 'punktum',
    ',': 'komma',
    '-': 'bindestreg',
    _: 'understreg',
    '/': 'skråstreg',
    ':': '',
    '?': 'spørgsmålstegn',
    '%': 'procent',
    '~': 'tilde',
  },
  abbreviations: {
    inside: {
      'f.eks.': 'for eksempel',
      fx: 'for eksempel',
      'bl.a.': 'blandt andet',
      'dvs.': 'det vil sige',
      'ca.': 'cirka',
      'kl.': 'klokken',
      'nr.': 'nummer',
      'jf.': 'jævnfør',
      'mht.': 'med hensyn til',
      'pga.': 'på grund af',
      'inkl.': 'inklusive',
      'ekskl.': 'eksklusive',
      'evt.': 'eventuelt',
      'tlf.': 'telefon',
      'dr.': 'doktor',
      'prof.': 'professor',
      'hr.': 'hr',
      'fr.': 'fru',
      'f.Kr.': 'før Kristus',
      'e.Kr.': 'efter Kristus',
      'maks.': 'maksimalt',
      'mio.': 'millioner',
      'mia.': 'milliarder',
      'såk.': 'såkaldt',
      'iflg.': 'ifølge',
    },
    last: {
      'osv.': 'og så videre',
      'm.m.': 'med mere',
      'm.fl.': 'med flere',
      'mv.': 'med videre',
      'etc.': 'et cetera',
      'o.l.': 'og lignende',
    },
    beforeNumber: { 's.': 'side', 'kap.': 'kapitel', 'fig.': 'figur' },
  },
  // 1990'erne: halvfemserne; 20-årig
  own: () => [
    compoundReading('er(?:ne|nes)?|(?:årig|års|dages|timers)\\p{Ll}{0,2}', (figures, word) => {
      if (!/^er/u.test(word)) return cardinal(figures) + word;
      const decade = year(figures) ?? cardinal(figures);
      return decade.replace(/e$/u, '') + (/tres$/u.test(decade) ? 's' : '') + word;
    }),
  ],
};
