import { preceding } from '../token.ts';
import type { Grammar } from './grammar.ts';
import { endsWithWord, inThrees } from './number-words.ts';

const ONES = 'không một hai ba bốn năm sáu bảy tám chín'.split(' ');
const SCALES = ['', 'nghìn', 'triệu', 'tỷ', 'nghìn tỷ'];

/** After tens, one is "mốt" and five "lăm"; after ten, only five changes. */
function underHundred(value: number): string {
  const [ten, one] = [Math.floor(value / 10), value % 10];
  if (ten === 0) return ONES[one] ?? '';
  const head = ten === 1 ? 'mười' : `${ONES[ten]} mươi`;
  if (one === 0) return head;
  return `${head} ${one === 5 ? 'lăm' : one === 1 && ten > 1 ? 'mốt' : ONES[one]}`;
}

/** Inside a number missing hundreds and tens are named: không trăm linh năm. */
function underThousand(value: number, leads: boolean): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  if (hundreds === 0 && leads) return underHundred(rest);
  const hundred = `${ONES[hundreds]} trăm`;
  if (rest === 0) return hundred;
  return `${hundred} ${rest < 10 ? `linh ${ONES[rest]}` : underHundred(rest)}`;
}

function cardinal(figures: string): string {
  if (figures === '0') return 'không';
  const groups = inThrees(figures);
  if (groups.length > SCALES.length) return [...figures].map((figure) => cardinal(figure)).join(' ');
  return groups
    .flatMap((value, i) =>
      value === 0 ? [] : [`${underThousand(value, i === 0)} ${SCALES[groups.length - 1 - i]}`.trim()],
    )
    .join(' ');
}

/** Months and ranks: the first is "nhất" or "một", the fourth "tư". */
const ranked = (figures: string): string => (figures === '4' ? 'tư' : cardinal(figures));

export const vietnamese: Grammar = {
  locale: 'vi',
  cardinal,
  decimalSign: ',',
  groupSigns: '.',
  decimal: (whole, fraction) => {
    const isNumber = fraction.length <= 2 && !fraction.startsWith('0');
    const tail = isNumber ? cardinal(fraction) : [...fraction].map((figure) => cardinal(figure)).join(' ');
    return `${cardinal(whole)} phẩy ${tail}`;
  },
  formFor: { other: 0 },
  fractions: {
    2: 'n # phần hai',
    3: 'n # phần ba',
    4: 'n # phần tư',
    5: 'n # phần năm',
    6: 'n # phần sáu',
    8: 'n # phần tám',
    10: 'n # phần mười',
    100: 'n # phần trăm',
  },
  mixed: (whole, part, { top, bottom }) =>
    top === '1' && bottom === '2' ? `${whole} rưỡi` : `${whole} và ${part}`,
  months: Array.from({ length: 12 }, (_, i) => `tháng ${ranked(String(i + 1))}`),
  date: ({ day, month, year }, before) => {
    const isNamed = endsWithWord('ngày|mùng|mồng').test(before);
    return [isNamed ? '' : 'ngày', cardinal(day), month, year && `năm ${cardinal(year)}`]
      .filter(Boolean)
      .join(' ');
  },
  time: (hour, minute) =>
    `${cardinal(hour)} giờ${minute === '00' ? '' : ` ${cardinal(String(Number(minute)))} phút`}`,
  units: {
    meter: 'n mét',
    gram: 'n gam',
    liter: 'n lít',
    byte: 'n bai',
    bit: 'n bít',
    hertz: 'n héc',
    watt: 'n oát',
    'watt-hour': 'n oát giờ',
    volt: 'n vôn',
    ampere: 'n ampe',
    joule: 'n jun',
    second: 'n giây',
    calorie: 'n calo',
    ton: 'n tấn',
    pascal: 'n pát-xcan',
    minute: 'n phút',
    hour: 'n giờ',
    hectare: 'n héc-ta',
    celsius: 'n độ xê',
    fahrenheit: 'n độ ép',
    degree: 'n độ',
    percent: 'n phần trăm',
    permille: 'n phần nghìn',
    decibel: 'n đề-xi-ben',
    pixel: 'n điểm ảnh',
    kg: 'n ki-lô-gam',
  },
  prefixes: {
    nano: 'na-nô ',
    micro: 'mi-crô ',
    milli: 'mi-li-',
    centi: 'xen-ti-',
    deci: 'đề-xi-',
    hecto: 'héc-tô-',
    kilo: 'ki-lô-',
    mega: 'mê-ga ',
    giga: 'gi-ga ',
    tera: 'tê-ra ',
  },
  square: '* vuông',
  cubic: '* khối',
  per: { h: 'trên giờ', s: 'trên giây', l: 'trên lít' },
  unitSymbols: { 'km/giờ': 'km/h' },
  scales: { 'nghìn|ngàn': 'n nghìn', triệu: 'n triệu', 'tỷ|tỉ': 'n tỷ' },
  currencies: {
    VND: { name: 'n đồng' },
    EUR: { name: 'n euro', cent: 'n xu' },
    USD: { name: 'n đô la', cent: 'n xu' },
    GBP: { name: 'n bảng Anh', cent: 'n xu' },
    JPY: { name: 'n yên' },
    KRW: { name: 'n won' },
  },
  currencySigns: { đ: 'VND', VNĐ: 'VND' },
  and: 'và',
  to: 'đến',
  minus: 'âm',
  plus: 'cộng',
  signs: {
    '&': 'và',
    '+': 'cộng',
    '=': 'bằng',
    '@': 'a còng',
    '#': 'thẻ',
    '№': 'số',
    '±': 'cộng trừ',
    '≈': 'khoảng',
    '≠': 'khác',
    '≤': 'nhỏ hơn hoặc bằng',
    '≥': 'lớn hơn hoặc bằng',
    '<': 'nhỏ hơn',
    '>': 'lớn hơn',
    '×': 'nhân',
    '÷': 'chia',
    '∞': 'vô cực',
    '√': 'căn bậc hai của',
    π: 'pi',
    '§': 'mục',
    '.': 'chấm',
    ',': 'phẩy',
    '-': 'gạch ngang',
    _: 'gạch dưới',
    '/': 'trên',
    ':': '',
    '?': 'chấm hỏi',
    '%': 'phần trăm',
    '~': 'dấu ngã',
  },
  abbreviations: {
    inside: {
      'TP.': 'thành phố',
      TP: 'thành phố',
      'Tp.': 'thành phố',
      'TS.': 'tiến sĩ',
      'ThS.': 'thạc sĩ',
      'GS.': 'giáo sư',
      'PGS.': 'phó giáo sư',
      'BS.': 'bác sĩ',
      'ĐT:': 'điện thoại',
      'VD:': 'ví dụ',
      'vd.': 'ví dụ',
      TNHH: 'trách nhiệm hữu hạn',
      UBND: 'ủy ban nhân dân',
    },
    last: { 'v.v.': 'vân vân', 'v.v': 'vân vân' },
    beforeNumber: { 'Q.': 'quận', 'P.': 'phường', 'tr.': 'trang', 'Đ.': 'đường' },
  },
  own: () => [
    // 14h30, 9h
    {
      starts: /\d/u,
      pattern: /([01]?\d|2[0-4])h([0-5]\d)?(?![\p{L}\p{N}])/uy,
      read: (m) => vietnamese.time((m[1] ?? '').replace(/^0(?=\d)/u, ''), m[2] ?? '00', ''),
    },
    // tháng 4, thứ 4, thứ 1
    {
      starts: /\d/u,
      pattern: /(1[0-2]|[1-9])(?![\p{L}\p{N}]|[.,/:-]\d)/uy,
      read: (m, text) => {
        const before = preceding(text, m.index);
        if (endsWithWord('thứ').test(before)) return m[0] === '1' ? 'nhất' : ranked(m[0]);
        return endsWithWord('tháng').test(before) ? ranked(m[0]) : null;
      },
    },
  ],
};
