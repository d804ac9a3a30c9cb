import { compoundReading } from '../../grammar/codes.ts';
import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { endsWithWord, minutes, pointed } from '../../grammar/number-words.ts';
import { METRIC } from '../../grammar/prefixes.ts';
import { scandinavian, tensFirst } from '../families/scandinavian.ts';

const ONES =
  'noll ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton'.split(
    ' ',
  );
const TENS = '  tjugo trettio fyrtio femtio sextio sjuttio åttio nittio'.split(' ');
const underHundred = tensFirst(ONES, TENS);
const joined = scandinavian({
  zero: 'noll',
  one: { common: 'en', neuter: 'ett' },
  alone: 'neuter',
  underHundred,
  hundred: 'hundra',
  thousand: 'tusen',
  and: '',
  gap: '',
  scales: [
    ['miljon', 'miljoner'],
    ['miljard', 'miljarder'],
    ['biljon', 'biljoner'],
  ],
});

/** Three equal letters become two: tjugoettusen. */
const cardinal: Grammar['cardinal'] = (figures, gender) => joined(figures, gender).replaceAll('ttt', 'tt');

const RANKS =
  'nollte första andra tredje fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte trettonde fjortonde femtonde sextonde sjuttonde artonde nittonde'.split(
    ' ',
  );

function ordinal(figures: string): string {
  const last = Number(figures.slice(-2));
  const part = last < 20 ? last : last % 10;
  if (part === 0) return cardinal(figures) + (/tio$|tjugo$/u.test(cardinal(figures)) ? 'nde' : 'de');
  const rest = String(Number(figures) - part);
  return (rest === '0' ? '' : cardinal(rest)) + RANKS[part];
}

const YEAR_CUE = endsWithWord(
  'år|åren|sedan|hösten|våren|sommaren|vintern|januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december|i|mellan|till|från',
);

function year(figures: string, before: string): string | null {
  const [century, rest] = [Number(figures.slice(0, 2)), Number(figures.slice(2))];
  if (century < 11 || (century === 20 && (rest === 0 || !YEAR_CUE.test(before)))) return null;
  return `${underHundred(century, 'ett')}hundra${rest === 0 ? '' : underHundred(rest, 'ett')}`;
}

export const swedish: Grammar = {
  locale: 'sv',
  cardinal,
  decimalSign: ',',
  groupSigns: ' .',
  decimal: pointed(cardinal, 'komma', 2),
  formFor: { one: 0, other: 1 },
  // "en" is far more common; these neuter nouns are frequent.
  genderOf: (word): Gender =>
    /^(?:år|barn|hus|land|rum|ord|namn|språk|exempel|kilo|ton|gram|mål|steg|försök|par|stycke|glas|ägg|brev|lån|nytt|stort|litet|\p{L}+(?:um|ment|ande|ende|hus|rum|år|barn|program|spel|system))$/u.test(
      word,
    )
      ? 'n'
      : 'm',
  fractions: {
    2: 'm halv/halva',
    3: 'm tredjedel/tredjedelar',
    4: 'm fjärdedel/fjärdedelar',
    5: 'm femtedel/femtedelar',
    6: 'm sjättedel/sjättedelar',
    8: 'm åttondel/åttondelar',
    10: 'm tiondel/tiondelar',
    100: 'm hundradel/hundradelar',
  },
  suffixOrdinal: { suffix: ':[ea]|:e', read: (figures) => ordinal(figures) },
  date: ({ day, month, year: figures }) =>
    [ordinal(day), month, figures && (year(figures, 'år ') ?? cardinal(figures))].filter(Boolean).join(' '),
  year,
  time: (hour, minute) => {
    if (minute === '00') return cardinal(hour);
    return `${cardinal(hour)} ${minutes(minute, cardinal)}`;
  },
  timeWords: { before: '(?:[Kk]l\\.?|[Kk]lockan)\\s' },
  units: {
    meter: 'm meter',
    gram: 'n gram',
    liter: 'm liter',
    byte: 'm byte',
    bit: 'm bit',
    hertz: 'm hertz',
    watt: 'm watt',
    'watt-hour': 'm wattimme/wattimmar',
    volt: 'm volt',
    ampere: 'm ampere',
    joule: 'm joule',
    second: 'm sekund/sekunder',
    calorie: 'm kalori/kalorier',
    ton: 'n ton',
    pascal: 'm pascal',
    minute: 'm minut/minuter',
    hour: 'm timme/timmar',
    hectare: 'm hektar',
    celsius: 'm grad Celsius/grader Celsius',
    fahrenheit: 'm grad Fahrenheit/grader Fahrenheit',
    degree: 'm grad/grader',
    percent: 'm procent',
    permille: 'm promille',
    decibel: 'm decibel',
    pixel: 'm pixel/pixlar',
    mil: 'm mil',
    st: 'n stycke/stycken',
  },
  prefixes: { ...METRIC, milli: 'milli' },
  square: 'kvadrat*',
  cubic: 'kubik*',
  per: { h: 'i timmen', s: 'per sekund', l: 'per liter' },
  unitSymbols: { tim: 'h', sek: 'second', 'km/tim': 'km/h', kvm: 'm²', 'st.': 'st' },
  scales: {
    'tkr|tusen': 'n tusen',
    'milj.|mn|miljon|miljoner': 'm miljon/miljoner',
    'mdr|miljard|miljarder': 'm miljard/miljarder',
  },
  currencies: {
    SEK: { name: 'm krona/kronor', cent: 'n öre' },
    EUR: { name: 'm euro', cent: 'm cent' },
    USD: { name: 'm dollar', cent: 'm cent' },
    GBP: { name: 'n pund', cent: 'm penny/pence' },
    NOK: { name: 'm norsk krona/norska kronor' },
    DKK: { name: 'm dansk krona/danska kronor' },
    JPY: { name: 'm yen' },
  },
  currencySigns: { kr: 'SEK', 'kr.': 'SEK' },
  centsAfter: 'och',
  and: 'och',
  to: 'till',
  minus: 'minus',
  plus: 'plus',
  signs: {
    '&': 'och',
    '+': 'plus',
    '=': 'är lika med',
    '@': 'snabel-a',
    '#': 'hashtag',
    '№': 'nummer',
    '±': 'plus minus',
    '≈': 'ungefär',
    '≠': 'är inte lika med',
    '≤': 'högst',
    '≥': 'minst',
    '<': 'mindre än',
    '>': 'större än',
    '×': 'gånger',
    '÷': 'delat med',
    '∞': 'oändligheten',
    '√': 'roten ur',
    π: 'pi',
    '§': 'paragraf',
    '.': 'punkt',
    ',': 'komma',
    '-': 'streck',
    _: 'understreck',
    '/': 'snedstreck',
    ':': '',
    '?': 'frågetecken',
    '%': 'procent',
    '~': 'tilde',
  },
  abbreviations: {
    inside: {
      't.ex.': 'till exempel',
      't. ex.': 'till exempel',
      'bl.a.': 'bland annat',
      'bl. a.': 'bland annat',
      'dvs.': 'det vill säga',
      dvs: 'det vill säga',
      'd.v.s.': 'det vill säga',
      's.k.': 'så kallad',
      's. k.': 'så kallad',
      'f.d.': 'före detta',
      'p.g.a.': 'på grund av',
      pga: 'på grund av',
      'fr.o.m.': 'från och med',
      't.o.m.': 'till och med',
      'i.e.': 'det vill säga',
      'm.a.o.': 'med andra ord',
      'o.d.': 'och dylikt',
      'ca.': 'cirka',
      ca: 'cirka',
      'kl.': 'klockan',
      kl: 'klockan',
      'nr.': 'nummer',
      nr: 'nummer',
      'resp.': 'respektive',
      'inkl.': 'inklusive',
      'exkl.': 'exklusive',
      'ev.': 'eventuellt',
      'jfr.': 'jämför',
      jfr: 'jämför',
      'tel.': 'telefon',
      'dr.': 'doktor',
      'prof.': 'professor',
      'f.Kr.': 'före Kristus',
      'e.Kr.': 'efter Kristus',
      'max.': 'maximalt',
      'min.': 'minst',
      'moms.': 'moms',
    },
    last: {
      'osv.': 'och så vidare',
      osv: 'och så vidare',
      'o.s.v.': 'och så vidare',
      'm.m.': 'med mera',
      'm.fl.': 'med flera',
      'etc.': 'et cetera',
    },
    beforeNumber: { 's.': 'sidan', 'sid.': 'sidan', 'kap.': 'kapitel', 'fig.': 'figur' },
  },
  // 1990-talet, 20-årig
  own: () => [
    compoundReading(
      'tal(?:et|ets|s)?|(?:årig|års|dagars|timmars|procentig)\\p{Ll}{0,3}|åring(?:en|ar|s)?',
      (figures, word) =>
        (figures.length === 4 ? (year(figures, 'år ') ?? cardinal(figures)) : cardinal(figures)) + word,
    ),
  ],
};
