import { compoundReading } from '../../grammar/codes.ts';
import type { Grammar } from '../../grammar/grammar.ts';
import { inThrees, minutes, pointed } from '../../grammar/number-words.ts';
import { METRIC } from '../../grammar/prefixes.ts';

/** The words of one case: every part of a Finnish number declines. */
type Series = {
  ones: string[];
  ten: string;
  tens: string;
  hundred: [one: string, many: string];
  thousand: [string, string];
  scales: [string, string][];
};

const NOMINATIVE: Series = {
  ones: 'nolla yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen'.split(' '),
  ten: 'kymmenen',
  tens: 'kymmentä',
  hundred: ['sata', 'sataa'],
  thousand: ['tuhat', 'tuhatta'],
  scales: [
    ['miljoona', 'miljoonaa'],
    ['miljardi', 'miljardia'],
    ['biljoona', 'biljoonaa'],
  ],
};
const GENITIVE: Series = {
  ones: 'nollan yhden kahden kolmen neljän viiden kuuden seitsemän kahdeksan yhdeksän kymmenen'.split(' '),
  ten: 'kymmenen',
  tens: 'kymmenen',
  hundred: ['sadan', 'sadan'],
  thousand: ['tuhannen', 'tuhannen'],
  scales: [
    ['miljoonan', 'miljoonan'],
    ['miljardin', 'miljardin'],
    ['biljoonan', 'biljoonan'],
  ],
};

function underThousand(value: number, { ones, tens, hundred: [one, many] }: Series): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const hundred = hundreds === 0 ? '' : hundreds === 1 ? one : `${ones[hundreds]}${many}`;
  if (rest === 0) return hundred;
  if (rest <= 10) return hundred + ones[rest];
  if (rest < 20) return `${hundred}${ones[rest - 10]}toista`;
  return `${hundred}${ones[Math.floor(rest / 10)]}${tens}${rest % 10 === 0 ? '' : ones[rest % 10]}`;
}

function number(figures: string, series: Series): string {
  const groups = inThrees(figures);
  if (figures === '0') return series.ones[0] ?? '';
  if (groups.length > 5) return [...figures].map((figure) => number(figure, series)).join(' ');
  return groups
    .flatMap((value, i) => {
      const scale = groups.length - 1 - i;
      if (value === 0) return [];
      if (scale === 0) return [underThousand(value, series)];
      if (scale === 1)
        return [value === 1 ? series.thousand[0] : underThousand(value, series) + series.thousand[1]];
      const [one, many] = series.scales[scale - 2] ?? ['', ''];
      return [value === 1 ? one : `${underThousand(value, series)} ${many}`];
    })
    .join(' ');
}

const cardinal = (figures: string): string => number(figures, NOMINATIVE);

const RANKS =
  'nollas ensimmäinen toinen kolmas neljäs viides kuudes seitsemäs kahdeksas yhdeksäs kymmenes'.split(' ');
/** In compounds one and two are "yhdes" and "kahdes". */
const JOINED = RANKS.map((rank, i) => (i === 1 ? 'yhdes' : i === 2 ? 'kahdes' : rank));
const STEMS =
  'nollanne ensimmäise toise kolmanne neljänne viidenne kuudenne seitsemänne kahdeksanne yhdeksänne kymmenenne'.split(
    ' ',
  );

function ordinal(figures: string): string {
  const value = Number(figures);
  if (value <= 10) return RANKS[value] ?? '';
  if (value < 20) return `${JOINED[value - 10]}toista`;
  if (value < 100)
    return `${JOINED[Math.floor(value / 10)]}kymmenes${value % 10 === 0 ? '' : value % 10 <= 2 ? RANKS[value % 10] : JOINED[value % 10]}`;
  if (value === 100) return 'sadas';
  return value === 1_000 ? 'tuhannes' : cardinal(figures);
}

/** The noun's case ending is also the rank's: "kolmannella sijalla". Only small ranks: others stay in the nominative. */
function declined(figures: string, noun: string): string {
  const stem = STEMS[Number(figures)];
  const ending = /(?:ss|st|ll|lt)[aä]$|lle$|(?<=[aeiouyäö])n$/u.exec(noun)?.[0];
  if (stem === undefined || ending === undefined) return ordinal(figures);
  const isFront = !/[aou]/u.test(stem);
  return stem + ending.replace(/[aä]$/u, isFront ? 'ä' : 'a');
}

export const finnish: Grammar = {
  locale: 'fi',
  cardinal,
  decimalSign: ',',
  groupSigns: ' ',
  decimal: pointed(cardinal, 'pilkku', 0),
  formFor: { one: 0, other: 1 },
  fractions: {
    2: 'n =puoli/kahdesosaa',
    3: 'n kolmasosa/kolmasosaa',
    4: 'n neljäsosa/neljäsosaa',
    5: 'n viidesosa/viidesosaa',
    6: 'n kuudesosa/kuudesosaa',
    8: 'n kahdeksasosa/kahdeksasosaa',
    10: 'n kymmenesosa/kymmenesosaa',
    100: 'n sadasosa/sadasosaa',
  },
  mixed: (whole, part, { whole: figures, top, bottom }) => {
    if (top !== '1' || bottom !== '2') return `${whole} ja ${part}`;
    return figures === '1' ? 'puolitoista' : `${whole} ja puoli`;
  },
  regnal: (figures) => ordinal(figures),
  pointOrdinal: (figures, _before, after) =>
    figures.length > 3 ? null : declined(figures, /^\s+(\p{L}+)/u.exec(after)?.[1] ?? ''),
  // 5:n is the genitive. The other cases are left in the nominative.
  suffixOrdinal: {
    suffix: ':\\p{Ll}{1,5}',
    read: (figures, suffix) =>
      /^:s$/u.test(suffix) ? ordinal(figures) : number(figures, suffix === ':n' ? GENITIVE : NOMINATIVE),
  },
  date: ({ day, month, year }) => [ordinal(day), month, year && cardinal(year)].filter(Boolean).join(' '),
  time: (hour, minute) => {
    if (minute === '00') return cardinal(hour);
    return `${cardinal(hour)} ${minutes(minute, cardinal)}`;
  },
  timeWords: { before: '(?:[Kk]lo|[Kk]ello)\\s' },
  units: {
    meter: 'n metri/metriä',
    gram: 'n gramma/grammaa',
    liter: 'n litra/litraa',
    byte: 'n tavu/tavua',
    bit: 'n bitti/bittiä',
    hertz: 'n hertsi/hertsiä',
    watt: 'n watti/wattia',
    'watt-hour': 'n wattitunti/wattituntia',
    volt: 'n voltti/volttia',
    ampere: 'n ampeeri/ampeeria',
    joule: 'n joule/joulea',
    second: 'n sekunti/sekuntia',
    calorie: 'n kalori/kaloria',
    ton: 'n tonni/tonnia',
    pascal: 'n pascal/pascalia',
    minute: 'n minuutti/minuuttia',
    hour: 'n tunti/tuntia',
    hectare: 'n hehtaari/hehtaaria',
    celsius: 'n celsiusaste/celsiusastetta',
    fahrenheit: 'n fahrenheitaste/fahrenheitastetta',
    degree: 'n aste/astetta',
    percent: 'n prosentti/prosenttia',
    permille: 'n promille/promillea',
    decibel: 'n desibeli/desibeliä',
    pixel: 'n pikseli/pikseliä',
    kpl: 'n kappale/kappaletta',
    hlö: 'n henkilö/henkilöä',
  },
  prefixes: { ...METRIC, milli: 'milli', centi: 'sentti', deci: 'desi', hecto: 'hehto' },
  square: 'neliö*',
  cubic: 'kuutio*',
  per: { h: 'tunnissa', s: 'sekunnissa', l: 'litrassa' },
  unitSymbols: { sek: 'second', Mt: 'MB', Gt: 'GB', Tt: 'TB', kt: 'KB' },
  scales: {
    tuhatta: 'n tuhat/tuhatta',
    'milj.|miljoona|miljoonaa': 'n miljoona/miljoonaa',
    'mrd.|mrd|miljardi|miljardia': 'n miljardi/miljardia',
  },
  currencies: {
    EUR: { name: 'n euro/euroa', cent: 'n sentti/senttiä' },
    USD: { name: 'n dollari/dollaria', cent: 'n sentti/senttiä' },
    GBP: { name: 'n punta/puntaa', cent: 'n penny/pennyä' },
    SEK: { name: 'n kruunu/kruunua' },
    JPY: { name: 'n jeni/jeniä' },
    CHF: { name: 'n frangi/frangia' },
  },
  currencySigns: { e: 'EUR' },
  and: 'ja',
  to: 'viiva',
  minus: 'miinus',
  plus: 'plus',
  signs: {
    '&': 'ja',
    '+': 'plus',
    '=': 'on',
    '@': 'ät',
    '#': 'hashtag',
    '№': 'numero',
    '±': 'plus miinus',
    '≈': 'noin',
    '≠': 'ei ole yhtä kuin',
    '≤': 'enintään',
    '≥': 'vähintään',
    '<': 'pienempi kuin',
    '>': 'suurempi kuin',
    '×': 'kertaa',
    '÷': 'jaettuna',
    '∞': 'ääretön',
    '√': 'neliöjuuri',
    π: 'pii',
    '§': 'pykälä',
    '.': 'piste',
    ',': 'pilkku',
    '-': 'viiva',
    _: 'alaviiva',
    '/': 'kautta',
    ':': 'suhde',
    '?': 'kysymysmerkki',
    '%': 'prosentti',
    '~': 'tilde',
  },
  abbreviations: {
    inside: {
      'esim.': 'esimerkiksi',
      'ts.': 'toisin sanoen',
      'mm.': 'muun muassa',
      'ns.': 'niin sanottu',
      'n.': 'noin',
      'ks.': 'katso',
      'vrt.': 'vertaa',
      tri: 'tohtori',
      'prof.': 'professori',
      'puh.': 'puhelin',
      nro: 'numero',
      klo: 'kello',
      'eKr.': 'ennen Kristusta',
      'jKr.': 'jälkeen Kristuksen',
      'synt.': 'syntynyt',
      'max.': 'enintään',
      'min.': 'vähintään',
      'ko.': 'kyseinen',
      'em.': 'edellä mainittu',
      'milj.': 'miljoonaa',
      'mrd.': 'miljardia',
      'vs.': 'vastaan',
      'huom.': 'huomaa',
    },
    last: {
      'jne.': 'ja niin edelleen',
      'yms.': 'ynnä muuta sellaista',
      'ym.': 'ynnä muuta',
      'tms.': 'tai muuta sellaista',
      'jms.': 'ja muuta sellaista',
      Oy: 'osakeyhtiö',
    },
    beforeNumber: { 's.': 'sivu', luku: 'luku', '§': 'pykälä' },
  },
  // 1990-luvulla, 20-vuotias
  own: () => [
    compoundReading(
      '(?:luvu|luku|vuotia|vuoti|kertai|henki|tuntis|päiväi|prosentti)\\p{Ll}{0,8}',
      (figures, word) => cardinal(figures) + word,
    ),
  ],
};
