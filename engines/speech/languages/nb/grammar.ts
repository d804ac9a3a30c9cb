import { compoundReading } from '../../grammar/codes.ts';
import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { endsWithWord, minutes, pointed } from '../../grammar/number-words.ts';
import { METRIC } from '../../grammar/prefixes.ts';
import { scandinavian, tensFirst } from '../families/scandinavian.ts';

const ONES =
  'null en to tre fire fem seks sju åtte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten'.split(
    ' ',
  );
const TENS = '  tjue tretti førti femti seksti sytti åtti nitti'.split(' ');
const underHundred = tensFirst(ONES, TENS);
const cardinal = scandinavian({
  zero: 'null',
  one: { common: 'en', neuter: 'ett' },
  alone: 'common',
  underHundred,
  hundred: 'hundre',
  thousand: 'tusen',
  and: ' og ',
  gap: ' ',
  scales: [
    ['million', 'millioner'],
    ['milliard', 'milliarder'],
    ['billion', 'billioner'],
  ],
});

const RANKS =
  'nulte første andre tredje fjerde femte sjette sjuende åttende niende tiende ellevte tolvte trettende fjortende femtende sekstende syttende attende nittende'.split(
    ' ',
  );

function ordinal(figures: string): string {
  const last = Number(figures.slice(-2));
  const part = last < 20 ? last : last % 10;
  const words = cardinal(figures);
  if (part === 0)
    return /tjue$/u.test(words)
      ? `${words}nde`
      : /ti$/u.test(words)
        ? `${words}ende`
        : /hundre$/u.test(words)
          ? `${words}de`
          : `${words}ende`.replace(/nende$/u, 'nde');
  const rest = words.slice(0, words.length - (ONES[part] ?? '').length);
  return rest + RANKS[part];
}

const YEAR_CUE = endsWithWord(
  'år|året|årene|i|siden|fra|til|mellom|høsten|våren|sommeren|vinteren|januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember',
);

/** nitten nittini, nitten null fem, tjue tjueseks; 2000 to 2009 are read as numbers. */
function year(figures: string, before: string): string | null {
  const [century, rest] = [Number(figures.slice(0, 2)), Number(figures.slice(2))];
  if (century < 11 || (century === 20 && (rest < 10 || !YEAR_CUE.test(before)))) return null;
  const head = underHundred(century, 'en');
  if (rest === 0) return `${head} hundre`;
  return `${head} ${rest < 10 ? 'null ' : ''}${underHundred(rest, 'en')}`;
}

export const norwegian: Grammar = {
  locale: 'nb',
  cardinal,
  decimalSign: ',',
  groupSigns: ' .',
  decimal: pointed(cardinal, 'komma', 2),
  formFor: { one: 0, other: 1 },
  // "en" is far more common; these neuter nouns are frequent.
  genderOf: (word): Gender =>
    /^(?:år|barn|hus|land|rom|ord|navn|språk|eksempel|kilo|tonn|mål|steg|forsøk|par|stykke|glass|egg|brev|sted|spørsmål|minutt|sekund|nytt|stort|lite|\p{L}+(?:hus|rom|år|barn|program|spill|system))$/u.test(
      word,
    )
      ? 'n'
      : 'm',
  fractions: {
    2: 'm halv/halve',
    3: 'm tredel/tredeler',
    4: 'm firedel/firedeler',
    5: 'm femdel/femdeler',
    6: 'm seksdel/seksdeler',
    8: 'm åttedel/åttedeler',
    10: 'm tidel/tideler',
    100: 'm hundredel/hundredeler',
  },
  pointOrdinal: (figures) => (figures.length > 3 ? null : ordinal(figures)),
  date: ({ day, month, year: figures }) =>
    [ordinal(day), month, figures && (year(figures, 'år ') ?? cardinal(figures))].filter(Boolean).join(' '),
  year,
  time: (hour, minute) => {
    if (minute === '00') return cardinal(hour);
    return `${cardinal(hour)} ${minutes(minute, cardinal)}`;
  },
  timeWords: { before: '(?:[Kk]l\\.?|[Kk]lokken|[Kk]lokka)\\s' },
  units: {
    meter: 'm meter',
    gram: 'n gram',
    liter: 'm liter',
    byte: 'm byte',
    bit: 'm bit',
    hertz: 'm hertz',
    watt: 'm watt',
    'watt-hour': 'm wattime/wattimer',
    volt: 'm volt',
    ampere: 'm ampere',
    joule: 'm joule',
    second: 'n sekund/sekunder',
    calorie: 'm kalori/kalorier',
    ton: 'n tonn',
    pascal: 'm pascal',
    minute: 'n minutt/minutter',
    hour: 'm time/timer',
    hectare: 'n hektar',
    celsius: 'm grad celsius/grader celsius',
    fahrenheit: 'm grad fahrenheit/grader fahrenheit',
    degree: 'm grad/grader',
    percent: 'm prosent',
    permille: 'm promille',
    decibel: 'm desibel',
    pixel: 'm piksel/piksler',
    stk: 'n stykk/stykker',
  },
  prefixes: { ...METRIC, milli: 'milli', centi: 'centi', deci: 'desi' },
  square: 'kvadrat*',
  cubic: 'kubikk*',
  per: { h: 'i timen', s: 'per sekund', l: 'per liter' },
  unitSymbols: { 'km/t': 'km/h', t: 'h', kvm: 'm²', 'stk.': 'stk', 'min.': 'min', 'sek.': 'second' },
  scales: {
    tusen: 'n tusen',
    'mill.|million|millioner': 'm million/millioner',
    'mrd.|mrd|milliard|milliarder': 'm milliard/milliarder',
  },
  currencies: {
    NOK: { name: 'm krone/kroner', cent: 'm øre' },
    EUR: { name: 'm euro', cent: 'm cent' },
    USD: { name: 'm dollar', cent: 'm cent' },
    GBP: { name: 'n pund', cent: 'm penny/pence' },
    SEK: { name: 'm svensk krone/svenske kroner' },
    DKK: { name: 'm dansk krone/danske kroner' },
    JPY: { name: 'm yen' },
  },
  currencySigns: { kr: 'NOK', 'kr.': 'NOK' },
  centsAfter: 'og',
  and: 'og',
  to: 'til',
  minus: 'minus',
  plus: 'pluss',
  signs: {
    '&': 'og',
    '+': 'pluss',
    '=': 'er lik',
    '@': 'krøllalfa',
    '#': 'hashtag',
    '№': 'nummer',
    '±': 'pluss minus',
    '≈': 'omtrent',
    '≠': 'er ikke lik',
    '≤': 'høyst',
    '≥': 'minst',
    '<': 'mindre enn',
    '>': 'større enn',
    '×': 'ganger',
    '÷': 'delt på',
    '∞': 'uendelig',
    '√': 'kvadratroten av',
    π: 'pi',
    '§': 'paragraf',
    '.': 'punktum',
    ',': 'komma',
    '-': 'bindestrek',
    _: 'understrek',
    '/': 'skråstrek',
    ':': '',
    '?': 'spørsmålstegn',
    '%': 'prosent',
    '~': 'tilde',
  },
  abbreviations: {
    inside: {
      'f.eks.': 'for eksempel',
      'bl.a.': 'blant annet',
      'dvs.': 'det vil si',
      'ca.': 'cirka',
      'kl.': 'klokken',
      kl: 'klokken',
      'nr.': 'nummer',
      'jf.': 'jevnfør',
      'mht.': 'med hensyn til',
      'pga.': 'på grunn av',
      'iht.': 'i henhold til',
      'inkl.': 'inklusive',
      'ekskl.': 'eksklusive',
      'evt.': 'eventuelt',
      'tlf.': 'telefon',
      'dr.': 'doktor',
      'prof.': 'professor',
      'f.o.m.': 'fra og med',
      't.o.m.': 'til og med',
      'f.Kr.': 'før Kristus',
      'e.Kr.': 'etter Kristus',
      'maks.': 'maksimalt',
      'mill.': 'millioner',
      'mrd.': 'milliarder',
      'såk.': 'såkalt',
    },
    last: {
      'osv.': 'og så videre',
      'm.m.': 'med mer',
      'm.fl.': 'med flere',
      'etc.': 'et cetera',
      'o.l.': 'og lignende',
    },
    beforeNumber: { 's.': 'side', 'kap.': 'kapittel', 'fig.': 'figur' },
  },
  // 1990-tallet, 20-årig
  own: () => [
    compoundReading(
      'tall(?:et|ets)?|(?:årig|års|dagers|timers|prosentig)\\p{Ll}{0,2}|åring(?:en|er)?',
      (figures, word) =>
        (figures.length === 4 ? (year(figures, 'år ') ?? cardinal(figures)) : cardinal(figures)) + word,
    ),
  ],
};
