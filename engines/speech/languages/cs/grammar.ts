import { compoundReading } from '../../grammar/codes.ts';
import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { cardinals, endsWithWord, formOf, minutes, sideBySide } from '../../grammar/number-words.ts';
import { METRIC } from '../../grammar/prefixes.ts';
import { ranks, withWholes } from '../families/slavic.ts';

const words = (list: string): string[] => list.replaceAll('_', '').split(' ');
/** The third form goes with five and more, the last with fractions. */
const FORMS = { one: 0, few: 1, other: 2, many: 3 };
const ONE: Record<Gender, string> = { m: 'jeden', f: 'jedna', n: 'jedno' };

const HUNDREDS = 'x,sto,dvě stě,tři sta,čtyři sta,pět set,šest set,sedm set,osm set,devět set'
  .split(',')
  .with(0, '');
const ONES = words(
  '_ jedna dva tři čtyři pět šest sedm osm devět deset jedenáct dvanáct třináct čtrnáct patnáct šestnáct sedmnáct osmnáct devatenáct',
);
const TENS = words('_ _ dvacet třicet čtyřicet padesát šedesát sedmdesát osmdesát devadesát');
const plain = sideBySide(HUNDREDS, TENS, ONES);

/** Only one and two themselves take a gender; "dvacet jedna" and "dvacet dva" stay. */
const small = (value: number, gender: Gender | undefined): string => {
  if (value === 1) return gender ? ONE[gender] : 'jedna';
  return value === 2 && (gender === 'f' || gender === 'n') ? 'dvě' : plain(value);
};
const cardinal = cardinals({
  zero: 'nula',
  small,
  scales: [
    'm tisíc/tisíce/tisíc',
    'm milion/miliony/milionů',
    'f miliarda/miliardy/miliard',
    'm bilion/biliony/bilionů',
  ],
  formOf: formOf('cs', FORMS),
  bare: 4,
});

const genitivePlain = sideBySide(
  ['', 'sta', ...'dvou tří čtyř pěti šesti sedmi osmi devíti'.split(' ').map((one) => `${one} set`)],
  words('_ _ dvaceti třiceti čtyřiceti padesáti šedesáti sedmdesáti osmdesáti devadesáti'),
  words(
    '_ jedna dvou tří čtyř pěti šesti sedmi osmi devíti deseti jedenácti dvanácti třinácti čtrnácti patnácti šestnácti sedmnácti osmnácti devatenácti',
  ),
);
const genitive = cardinals({
  zero: 'nuly',
  small: (value, gender) => (value === 1 ? (gender === 'f' ? 'jedné' : 'jednoho') : genitivePlain(value)),
  scales: ['m tisíce/tisíc', 'm milionu/milionů', 'f miliardy/miliard', 'm bilionu/bilionů'],
  bare: 4,
});

const STEMS: Record<number, string> = Object.fromEntries([
  ...words(
    'nultý první druhý třetí čtvrtý pátý šestý sedmý osmý devátý desátý jedenáctý dvanáctý třináctý čtrnáctý patnáctý šestnáctý sedmnáctý osmnáctý devatenáctý',
  ).map((word, i) => [i, word]),
  ...words('dvacátý třicátý čtyřicátý padesátý šedesátý sedmdesátý osmdesátý devadesátý').map((word, i) => [
    20 + 10 * i,
    word,
  ]),
  ...words('stý dvoustý třístý čtyřstý pětistý šestistý sedmistý osmistý devítistý').map((word, i) => [
    100 + 100 * i,
    word,
  ]),
]);
/** Of hard and soft adjectives: pátý, první. */
const ENDINGS = {
  m: ['ý', 'í'],
  f: ['á', 'í'],
  n: ['é', 'í'],
  genitive: ['ého', 'ího'],
  locative: ['ém', 'ím'],
  ofFeminine: ['é', 'í'],
} as const;
type Ending = keyof typeof ENDINGS;
const rank = ranks<Ending>({
  stems: STEMS,
  attach: (word, ending) => word.slice(0, -1) + ENDINGS[ending][word.endsWith('í') ? 1 : 0],
  cardinal,
  thousandth: (thousands) =>
    thousands === 1 ? 'tisící' : `${genitive(String(thousands)).replaceAll(' ', '')}tisící`,
  ranksTens: true,
});
const ranked = (figures: string, ending: Ending): string => rank(figures, ending) ?? cardinal(figures);

/** The noun's ending and the preposition tell the case well enough; a masculine nominative is the default. */
function pointOrdinal(figures: string, before: string, after: string): string | null {
  const noun = /^\s+(\p{L}+)/u.exec(after)?.[1] ?? '';
  if (figures.length > 3) return null;
  if (endsWithWord('v|ve|na|o|po|při').test(before) && /(?:u|ě|e|i|ém|é)$/u.test(noun))
    return ranked(
      figures,
      /(?:u|ém|místě|poschodí|patře|století|kole|díle|měsíci)$/u.test(noun) ? 'locative' : 'ofFeminine',
    );
  if (endsWithWord('do|od|z|ze|během|kolem|okolo|u|konce|začátku').test(before))
    return ranked(figures, /(?:y|i|e|é)$/u.test(noun) ? 'ofFeminine' : 'genitive');
  return ranked(figures, /[aá]$/u.test(noun) ? 'f' : /[oéí]$/u.test(noun) ? 'n' : 'm');
}

function year(figures: string): string {
  const [century, rest] = [Number(figures.slice(0, 2)), Number(figures.slice(2))];
  if (century < 11 || century > 19) return cardinal(figures);
  return `${plain(century)} set${rest === 0 ? '' : ` ${plain(rest)}`}`;
}

export const czech: Grammar = {
  locale: 'cs',
  cardinal,
  decimalSign: ',',
  groupSigns: ' .',
  decimal: (whole, fraction) => withWholes(whole, fraction, cardinal),
  formFor: FORMS,
  genitive: {
    after: endsWithWord('do|od|z|ze|kolem|okolo|bez|podle|během|u|vedle|včetně|místo'),
    cardinal: genitive,
    formFor: { one: 3, few: 2, other: 2, many: 3 },
  },
  genderOf: (word, figures) => {
    if (figures === '1') return /a$/u.test(word) ? 'f' : /[oeí]$/u.test(word) ? 'n' : 'm';
    // Feminine and neuter: dvě knihy, dvě města. Their plural does not tell, so these are the usual ones.
    return /^(?:hodiny|minuty|sekundy|ženy|holky|osoby|knihy|stránky|strany|části|dcery|sestry|třídy|skupiny|koruny|noci|cesty|země|verze|auta|města|slova|místa|procenta|piva|jídla|čísla|děti|nové|velké|malé|hlavní)$/u.test(
      word,
    )
      ? 'f'
      : 'm';
  },
  fractions: {
    2: 'f =polovina/poloviny/polovin',
    3: 'f třetina/třetiny/třetin',
    4: 'f čtvrtina/čtvrtiny/čtvrtin',
    5: 'f pětina/pětiny/pětin',
    6: 'f šestina/šestiny/šestin',
    8: 'f osmina/osminy/osmin',
    10: 'f desetina/desetiny/desetin',
    100: 'f setina/setiny/setin',
  },
  mixed: (whole, part, { whole: figures, top, bottom }) => {
    if (top !== '1' || bottom !== '2') return `${whole} a ${part}`;
    return figures === '1' ? 'jeden a půl' : `${whole} a půl`;
  },
  pointOrdinal,
  regnal: (figures, before) => rank(figures, /a\s$/u.test(before) ? 'f' : 'm'),
  date: ({ day, month, year: figures }) =>
    [ranked(day, 'genitive'), month, figures && year(figures)].filter(Boolean).join(' '),
  year,
  time: (hour, minute, before) => {
    const isGenitive = endsWithWord('od|do|kolem|okolo').test(before);
    const spoken = isGenitive ? genitive(hour, 'f') : cardinal(hour, 'f');
    if (minute === '00')
      return `${spoken} ${isGenitive ? (hour === '1' ? 'hodiny' : 'hodin') : hour === '1' ? 'hodina' : Number(hour) > 1 && Number(hour) < 5 ? 'hodiny' : 'hodin'}`;
    return `${spoken} ${minutes(minute, cardinal)}`;
  },
  timeWords: { before: '\\b[Vv]e?\\s', after: '\\s?(?:hod\\.?|h)(?!\\p{L})' },
  units: {
    meter: 'm metr/metry/metrů/metru',
    gram: 'm gram/gramy/gramů/gramu',
    liter: 'm litr/litry/litrů/litru',
    byte: 'm bajt/bajty/bajtů/bajtu',
    bit: 'm bit/bity/bitů/bitu',
    hertz: 'm hertz/hertze/hertzů/hertzu',
    watt: 'm watt/watty/wattů/wattu',
    'watt-hour': 'f watthodina/watthodiny/watthodin/watthodiny',
    volt: 'm volt/volty/voltů/voltu',
    ampere: 'm ampér/ampéry/ampérů/ampéru',
    joule: 'm joule/jouly/joulů/joulu',
    second: 'f sekunda/sekundy/sekund/sekundy',
    calorie: 'f kalorie/kalorie/kalorií/kalorie',
    ton: 'f tuna/tuny/tun/tuny',
    pascal: 'm pascal/pascaly/pascalů/pascalu',
    minute: 'f minuta/minuty/minut/minuty',
    hour: 'f hodina/hodiny/hodin/hodiny',
    hectare: 'm hektar/hektary/hektarů/hektaru',
    celsius: 'm stupeň Celsia/stupně Celsia/stupňů Celsia/stupně Celsia',
    fahrenheit: 'm stupeň Fahrenheita/stupně Fahrenheita/stupňů Fahrenheita/stupně Fahrenheita',
    degree: 'm stupeň/stupně/stupňů/stupně',
    percent: 'n procento/procenta/procent/procenta',
    permille: 'n promile',
    decibel: 'm decibel/decibely/decibelů/decibelu',
    pixel: 'm pixel/pixely/pixelů/pixelu',
    ks: 'm kus/kusy/kusů/kusu',
  },
  prefixes: METRIC,
  square: '* čtvereční/* čtvereční/* čtverečních/* čtverečního',
  cubic: '* krychlový/* krychlové/* krychlových/* krychlového',
  per: { h: 'za hodinu', s: 'za sekundu', l: 'na litr' },
  // "s" alone means "with".
  unitSymbols: { s: '', sek: 'second', 'hod.': 'h', 'min.': 'min', 'km/hod': 'km/h' },
  scales: {
    'tis.|tisíc|tisíce': 'm tisíc/tisíce/tisíc/tisíce',
    'mil.|mil|milion|miliony|milionů|milionu': 'm milion/miliony/milionů/milionu',
    'mld.|mld|miliarda|miliardy|miliard': 'f miliarda/miliardy/miliard/miliardy',
    'bilion|biliony|bilionů': 'm bilion/biliony/bilionů/bilionu',
  },
  currencies: {
    CZK: { name: 'f koruna/koruny/korun/koruny', cent: 'm haléř/haléře/haléřů/haléře' },
    EUR: { name: 'n euro/eura/eur/eura', cent: 'm cent/centy/centů/centu' },
    USD: { name: 'm dolar/dolary/dolarů/dolaru', cent: 'm cent/centy/centů/centu' },
    GBP: { name: 'f libra/libry/liber/libry', cent: 'f pence' },
    PLN: { name: 'm zlotý/zloté/zlotých/zlotého' },
    CHF: { name: 'm frank/franky/franků/franku' },
    JPY: { name: 'm jen/jeny/jenů/jenu' },
  },
  currencySigns: { Kč: 'CZK' },
  and: 'a',
  to: 'až',
  minus: 'minus',
  plus: 'plus',
  signs: {
    '&': 'a',
    '+': 'plus',
    '=': 'rovná se',
    '@': 'zavináč',
    '#': 'hashtag',
    '№': 'číslo',
    '±': 'plus minus',
    '≈': 'přibližně',
    '≠': 'nerovná se',
    '≤': 'nejvýše',
    '≥': 'nejméně',
    '<': 'méně než',
    '>': 'více než',
    '×': 'krát',
    '÷': 'děleno',
    '∞': 'nekonečno',
    '√': 'odmocnina z',
    π: 'pí',
    '§': 'paragraf',
    '.': 'tečka',
    ',': 'čárka',
    '-': 'pomlčka',
    _: 'podtržítko',
    '/': 'lomeno',
    ':': 'ku',
    '?': 'otazník',
    '%': 'procent',
    '~': 'vlnovka',
  },
  abbreviations: {
    inside: {
      'např.': 'například',
      'tj.': 'to jest',
      'tzn.': 'to znamená',
      'tzv.': 'takzvaný',
      'resp.': 'respektive',
      cca: 'cirka',
      'č.': 'číslo',
      'ul.': 'ulice',
      'nám.': 'náměstí',
      'sv.': 'svatý',
      'dr.': 'doktor',
      'Mgr.': 'magistr',
      'Ing.': 'inženýr',
      'MUDr.': 'doktor',
      'JUDr.': 'doktor',
      'Bc.': 'bakalář',
      'prof.': 'profesor',
      'doc.': 'docent',
      'p.': 'pan',
      'tel.': 'telefon',
      'srov.': 'srovnej',
      'viz.': 'viz',
      'mj.': 'mimo jiné',
      'popř.': 'popřípadě',
      'př. n. l.': 'před naším letopočtem',
      'n. l.': 'našeho letopočtu',
      'tis.': 'tisíc',
      'mil.': 'milionů',
      'mld.': 'miliard',
      'max.': 'maximálně',
      'min.': 'minimálně',
      'st.': 'století',
    },
    last: {
      'atd.': 'a tak dále',
      'apod.': 'a podobně',
      'aj.': 'a jiné',
      's. r. o.': 's r o',
      'a. s.': 'a s',
    },
    beforeNumber: {
      'str.': 'strana',
      's.': 'strana',
      'kap.': 'kapitola',
      'obr.': 'obrázek',
      'čl.': 'článek',
      'odst.': 'odstavec',
    },
  },
  // 20letý: dvacetiletý; 5krát
  own: () => [
    compoundReading(
      'krát|(?:let|denní|členn|hodinov|minutov|procentní|místn|patrov|metrov)\\p{Ll}{0,4}',
      (figures, word) => {
        const linking: Record<string, string> = { '1': 'jedno', '2': 'dvou', '100': 'sto' };
        if (word === 'krát') return `${cardinal(figures)}krát`;
        return (linking[figures] ?? genitive(figures).replaceAll(' ', '')) + word;
      },
    ),
  ],
};
