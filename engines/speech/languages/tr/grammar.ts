import { amountPattern, parseAmount, spokenAmount } from '../../grammar/amounts.ts';
import type { Grammar } from '../../grammar/grammar.ts';
import { cardinals, minutes, pointed, sideBySide } from '../../grammar/number-words.ts';
import { METRIC } from '../../grammar/prefixes.ts';

const ONES = ' bir iki üç dört beş altı yedi sekiz dokuz'.split(' ');
const TENS = ' on yirmi otuz kırk elli altmış yetmiş seksen doksan'.split(' ');
const HUNDREDS = ONES.map((one, i) => (i === 0 ? '' : i === 1 ? 'yüz' : `${one} yüz`));

const cardinal = cardinals({
  zero: 'sıfır',
  small: sideBySide(HUNDREDS, TENS, ONES),
  scales: ['n bin', 'n milyon', 'n milyar', 'n trilyon'],
  bare: 1,
});

const RANKS: Record<string, string> = {
  sıfır: 'sıfırıncı',
  bir: 'birinci',
  iki: 'ikinci',
  üç: 'üçüncü',
  dört: 'dördüncü',
  beş: 'beşinci',
  altı: 'altıncı',
  yedi: 'yedinci',
  sekiz: 'sekizinci',
  dokuz: 'dokuzuncu',
  on: 'onuncu',
  yirmi: 'yirminci',
  otuz: 'otuzuncu',
  kırk: 'kırkıncı',
  elli: 'ellinci',
  altmış: 'altmışıncı',
  yetmiş: 'yetmişinci',
  seksen: 'sekseninci',
  doksan: 'doksanıncı',
  yüz: 'yüzüncü',
  bin: 'bininci',
  milyon: 'milyonuncu',
  milyar: 'milyarıncı',
};

function ordinal(figures: string): string {
  return cardinal(figures).replace(/\p{L}+$/u, (last) => RANKS[last] ?? last);
}

export const turkish: Grammar = {
  locale: 'tr',
  cardinal,
  decimalSign: ',',
  groupSigns: '.',
  decimal: pointed(cardinal, 'virgül', 2),
  formFor: { one: 0, other: 1 },
  fractions: {
    2: 'n =yarım/ikide #',
    3: 'n üçte #',
    4: 'n =çeyrek/dörtte #',
    5: 'n beşte #',
    6: 'n altıda #',
    8: 'n sekizde #',
    10: 'n onda #',
    100: 'n yüzde #',
  },
  mixed: (whole, part, { top, bottom }) =>
    top === '1' && bottom === '2' ? `${whole} buçuk` : `${whole} tam ${part}`,
  pointOrdinal: (figures) => (figures.length > 3 ? null : ordinal(figures)),
  rankedNouns:
    'Dünya Bölüm Cadde Sokak Kat Ordu Gün Hafta Lig Sınıf Madde Uluslararası Ulusal Dönem Sezon Tur Baskı Cilt Yüzyıl Mehmed Mehmet Selim Murad Murat Abdülhamid Abdülhamit Süleyman Mahmud Mahmut'.split(
      ' ',
    ),
  suffixOrdinal: {
    suffix: "['’]?(?:inci|ıncı|uncu|üncü|nci|ncı|ncu|ncü)",
    read: (figures) => ordinal(figures),
  },
  suffix: { sign: "['’]", longest: 10 },
  date: ({ day, month, year }) => [cardinal(day), month, year && cardinal(year)].filter(Boolean).join(' '),
  time: (hour, minute) => {
    if (minute === '00') return hour === '0' ? 'sıfır sıfır' : cardinal(hour);
    return `${cardinal(hour)} ${minutes(minute, cardinal)}`;
  },
  timeWords: { before: '[Ss]aat\\s' },
  units: {
    meter: 'n metre',
    gram: 'n gram',
    liter: 'n litre',
    byte: 'n bayt',
    bit: 'n bit',
    hertz: 'n hertz',
    watt: 'n vat',
    'watt-hour': 'n vatsaat',
    volt: 'n volt',
    ampere: 'n amper',
    joule: 'n jul',
    second: 'n saniye',
    calorie: 'n kalori',
    ton: 'n ton',
    pascal: 'n paskal',
    minute: 'n dakika',
    hour: 'n saat',
    hectare: 'n hektar',
    celsius: 'n santigrat derece',
    fahrenheit: 'n fahrenhayt derece',
    degree: 'n derece',
    percent: 'n yüzde #',
    permille: 'n binde #',
    decibel: 'n desibel',
    pixel: 'n piksel',
    'km/h': 'n saatte # kilometre',
    'm/s': 'n saniyede # metre',
  },
  prefixes: { ...METRIC, centi: 'santi', deci: 'desi' },
  square: '*kare',
  cubic: '*küp',
  per: { s: 'saniyede # *', h: 'saatte # *' },
  unitSymbols: { sn: 'second', dk: 'min', sa: 'h', 'km/sa': 'km/h', lt: 'l', gr: 'g' },
  scales: { bin: 'n bin', 'mn|milyon': 'n milyon', 'mr|milyar': 'n milyar', trilyon: 'n trilyon' },
  currencies: {
    TRY: { name: 'n lira', cent: 'n kuruş' },
    EUR: { name: 'n euro', cent: 'n sent' },
    USD: { name: 'n dolar', cent: 'n sent' },
    GBP: { name: 'n sterlin', cent: 'n peni' },
    JPY: { name: 'n yen' },
    CHF: { name: 'n frank' },
  },
  currencySigns: { TL: 'TRY' },
  and: 've',
  to: 'ila',
  minus: 'eksi',
  plus: 'artı',
  signs: {
    '&': 've',
    '+': 'artı',
    '=': 'eşittir',
    '@': 'et',
    '#': 'etiket',
    '№': 'numara',
    '±': 'artı eksi',
    '≈': 'yaklaşık',
    '≠': 'eşit değildir',
    '≤': 'en fazla',
    '≥': 'en az',
    '<': 'küçüktür',
    '>': 'büyüktür',
    '×': 'çarpı',
    '÷': 'bölü',
    '∞': 'sonsuz',
    '√': 'karekök',
    π: 'pi',
    '§': 'paragraf',
    '.': 'nokta',
    ',': 'virgül',
    '-': 'tire',
    _: 'alt çizgi',
    '/': 'bölü',
    ':': 'e',
    '?': 'soru işareti',
    '%': 'yüzde',
    '~': 'tilde',
  },
  abbreviations: {
    inside: {
      'örn.': 'örneğin',
      'yak.': 'yaklaşık',
      'bkz.': 'bakınız',
      'Dr.': 'Doktor',
      'Prof.': 'Profesör',
      'Doç.': 'Doçent',
      'Av.': 'Avukat',
      'Müh.': 'Mühendis',
      'Yrd.': 'Yardımcı',
      'Sn.': 'Sayın',
      'Cad.': 'Caddesi',
      'Sok.': 'Sokağı',
      'Mah.': 'Mahallesi',
      'Apt.': 'Apartmanı',
      'Tel.': 'Telefon',
      'Alb.': 'Albay',
      'Gen.': 'General',
      'Hz.': 'Hazreti',
      'M.Ö.': 'milattan önce',
      'M.S.': 'milattan sonra',
      MÖ: 'milattan önce',
      'T.C.': 'Türkiye Cumhuriyeti',
      'yy.': 'yüzyıl',
    },
    last: {
      'vb.': 've benzeri',
      'vs.': 'vesaire',
      'vd.': 've diğerleri',
      'Ltd.': 'limitet',
      'Şti.': 'şirketi',
      'A.Ş.': 'anonim şirketi',
    },
    beforeNumber: {
      's.': 'sayfa',
      'sf.': 'sayfa',
      'No:': 'numara',
      'no:': 'numara',
      'No.': 'numara',
      'c.': 'cilt',
    },
  },
  own: (grammar) => [
    // %20, %5–10
    {
      starts: /%/u,
      pattern: new RegExp(
        `%\\s?${amountPattern(grammar)}(?:\\s?[-–—]\\s?%?${amountPattern(grammar)})?(?![\\p{L}\\p{N}])`,
        'uy',
      ),
      read: (m) => {
        const [from, to] = [m[1], m[2]].map((written) =>
          written === undefined ? '' : spokenAmount(parseAmount(written, grammar), grammar),
        );
        return to ? `yüzde ${from} ila ${to}` : `yüzde ${from}`;
      },
    },
  ],
};
