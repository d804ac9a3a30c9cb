import type { Grammar } from '../../grammar/grammar.ts';
import { cardinals, minutes, pointed } from '../../grammar/number-words.ts';
import { METRIC } from '../../grammar/prefixes.ts';

const ONES = 'nol satu dua tiga empat lima enam tujuh delapan sembilan'.split(' ');

function small(value: number): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const hundred = hundreds === 0 ? '' : hundreds === 1 ? 'seratus' : `${ONES[hundreds]} ratus`;
  return [hundred, rest === 0 ? '' : underHundred(rest)].filter(Boolean).join(' ');
}

function underHundred(value: number): string {
  if (value < 10) return ONES[value] ?? '';
  if (value < 20) return value === 10 ? 'sepuluh' : value === 11 ? 'sebelas' : `${ONES[value - 10]} belas`;
  const one = value % 10 === 0 ? '' : ` ${ONES[value % 10]}`;
  return `${ONES[Math.floor(value / 10)]} puluh${one}`;
}

const cardinal = cardinals({
  zero: 'nol',
  small,
  scales: ['n seribu/ribu', 'n satu juta/juta', 'n satu miliar/miliar', 'n satu triliun/triliun'],
  bare: 4,
});

export const indonesian: Grammar = {
  locale: 'id',
  cardinal,
  decimalSign: ',',
  groupSigns: '.',
  decimal: pointed(cardinal, 'koma', 0),
  formFor: { other: 0 },
  fractions: {
    2: 'n =setengah',
    3: 'n pertiga',
    4: 'n perempat',
    5: 'n perlima',
    8: 'n perdelapan',
    10: 'n persepuluh',
    100: 'n perseratus',
  },
  mixed: (whole, part) => `${whole} ${part}`,
  date: ({ day, month, year }) => [cardinal(day), month, year && cardinal(year)].filter(Boolean).join(' '),
  time: (hour, minute) => {
    if (minute === '00') return cardinal(hour);
    return `${cardinal(hour)} ${minutes(minute, cardinal)}`;
  },
  timeWords: { before: '(?:[Pp]ukul|[Jj]am)\\s', after: '(?=\\s(?:WIB|WITA|WIT)(?!\\p{L}))' },
  units: {
    meter: 'n meter',
    gram: 'n gram',
    liter: 'n liter',
    byte: 'n bita',
    bit: 'n bit',
    hertz: 'n hertz',
    watt: 'n watt',
    'watt-hour': 'n watt jam',
    volt: 'n volt',
    ampere: 'n ampere',
    joule: 'n joule',
    second: 'n detik',
    calorie: 'n kalori',
    ton: 'n ton',
    pascal: 'n pascal',
    minute: 'n menit',
    hour: 'n jam',
    hectare: 'n hektare',
    celsius: 'n derajat Celsius',
    fahrenheit: 'n derajat Fahrenheit',
    degree: 'n derajat',
    percent: 'n persen',
    permille: 'n permil',
    decibel: 'n desibel',
    pixel: 'n piksel',
    KB: 'n kilobita',
    kB: 'n kilobita',
    MB: 'n megabita',
    GB: 'n gigabita',
    TB: 'n terabita',
  },
  prefixes: { ...METRIC, centi: 'senti', deci: 'desi', hecto: 'hekto' },
  square: '* persegi',
  cubic: '* kubik',
  per: { h: 'per jam', s: 'per detik', l: 'per liter' },
  unitSymbols: { 'km/jam': 'km/h', dtk: 'second', mnt: 'min' },
  scales: {
    'rb|ribu': 'n ribu',
    'jt|juta': 'n juta',
    'miliar|milyar': 'n miliar',
    triliun: 'n triliun',
  },
  currencies: {
    IDR: { name: 'n rupiah', cent: 'n sen' },
    EUR: { name: 'n euro', cent: 'n sen' },
    USD: { name: 'n dolar', cent: 'n sen' },
    GBP: { name: 'n pound', cent: 'n pence' },
    JPY: { name: 'n yen' },
    SGD: { name: 'n dolar Singapura' },
    MYR: { name: 'n ringgit', cent: 'n sen' },
  },
  currencySigns: { Rp: 'IDR', 'Rp.': 'IDR', RM: 'MYR' },
  and: 'lewat',
  to: 'sampai',
  minus: 'minus',
  plus: 'plus',
  signs: {
    '&': 'dan',
    '+': 'tambah',
    '=': 'sama dengan',
    '@': 'at',
    '#': 'tagar',
    '№': 'nomor',
    '±': 'kurang lebih',
    '≈': 'sekitar',
    '≠': 'tidak sama dengan',
    '≤': 'paling banyak',
    '≥': 'paling sedikit',
    '<': 'kurang dari',
    '>': 'lebih dari',
    '×': 'kali',
    '÷': 'dibagi',
    '∞': 'tak terhingga',
    '√': 'akar',
    π: 'pi',
    '§': 'pasal',
    '.': 'titik',
    ',': 'koma',
    '-': 'strip',
    _: 'garis bawah',
    '/': 'garis miring',
    ':': 'banding',
    '?': 'tanda tanya',
    '%': 'persen',
    '~': 'tilde',
  },
  abbreviations: {
    inside: {
      yg: 'yang',
      dgn: 'dengan',
      utk: 'untuk',
      'Jl.': 'Jalan',
      'Jln.': 'Jalan',
      'Bpk.': 'Bapak',
      'Ny.': 'Nyonya',
      'Sdr.': 'Saudara',
      'Dr.': 'Doktor',
      'dr.': 'dokter',
      'Prof.': 'Profesor',
      'Ir.': 'Insinyur',
      'Hj.': 'Hajah',
      'a.n.': 'atas nama',
      'u.p.': 'untuk perhatian',
      's.d.': 'sampai dengan',
      's/d': 'sampai dengan',
      'tgl.': 'tanggal',
      'mis.': 'misalnya',
      'No.': 'Nomor',
      'no.': 'nomor',
      'Tel.': 'Telepon',
      'Kab.': 'Kabupaten',
      'Kec.': 'Kecamatan',
      'Prov.': 'Provinsi',
    },
    last: {
      'dll.': 'dan lain-lain',
      dll: 'dan lain-lain',
      'dsb.': 'dan sebagainya',
      dsb: 'dan sebagainya',
      'dst.': 'dan seterusnya',
      dst: 'dan seterusnya',
      'dkk.': 'dan kawan-kawan',
      'Tbk.': 'terbuka',
    },
    beforeNumber: { 'hlm.': 'halaman', 'hal.': 'halaman', 'bab.': 'bab', 'gbr.': 'gambar' },
  },
  own: () => [
    // abad ke-21
    {
      starts: /[kK]/u,
      pattern: /([kK]e)[-‑](\d{1,9})(?![\p{L}\p{N}])/uy,
      read: (m) => `${m[1]}${cardinal((m[2] ?? '').replace(/^0+(?=\d)/u, ''))}`,
    },
    // tahun 1990-an
    { starts: /\d/u, pattern: /(\d{2,4})[-‑]an(?![\p{L}\p{N}])/uy, read: (m) => `${cardinal(m[1] ?? '')}an` },
  ],
};
