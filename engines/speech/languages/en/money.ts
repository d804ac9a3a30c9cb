import type { Reading } from '../../grammar/reading.ts';
import { AMOUNT, cardinal, decimal, isAttributive, isOne, type Variant } from './number-words.ts';

type Currency = { one: string; many: string; cent?: string; cents?: string };

const DOLLAR: Currency = { one: 'dollar', many: 'dollars', cent: 'cent', cents: 'cents' };
const SIGNS: Record<string, Currency> = {
  $: DOLLAR,
  US$: { ...DOLLAR, one: 'U S dollar', many: 'U S dollars' },
  A$: { ...DOLLAR, one: 'Australian dollar', many: 'Australian dollars' },
  C$: { ...DOLLAR, one: 'Canadian dollar', many: 'Canadian dollars' },
  '€': { one: 'euro', many: 'euros', cent: 'cent', cents: 'cents' },
  '£': { one: 'pound', many: 'pounds', cent: 'penny', cents: 'pence' },
  '¥': { one: 'yen', many: 'yen' },
  '₹': { one: 'rupee', many: 'rupees', cent: 'paisa', cents: 'paise' },
  '₩': { one: 'won', many: 'won' },
  '₽': { one: 'ruble', many: 'rubles', cent: 'kopeck', cents: 'kopecks' },
  '₿': { one: 'bitcoin', many: 'bitcoin' },
};
const CODES: Record<string, Currency> = {
  USD: { one: 'U S dollar', many: 'U S dollars' },
  EUR: { one: 'euro', many: 'euros' },
  GBP: { one: 'pound', many: 'pounds' },
  JPY: { one: 'yen', many: 'yen' },
  INR: { one: 'rupee', many: 'rupees' },
  CHF: { one: 'Swiss franc', many: 'Swiss francs' },
  CAD: { one: 'Canadian dollar', many: 'Canadian dollars' },
  AUD: { one: 'Australian dollar', many: 'Australian dollars' },
};
const SCALES: Record<string, string> = {
  k: 'thousand',
  m: 'million',
  mn: 'million',
  mm: 'million',
  b: 'billion',
  bn: 'billion',
  t: 'trillion',
  tn: 'trillion',
  thousand: 'thousand',
  million: 'million',
  billion: 'billion',
  trillion: 'trillion',
};
const SIGN = '(?:US\\$|A\\$|C\\$|[$€£¥₹₩₽₿])';
const SCALE = '(?:\\s?(thousand|million|billion|trillion|mn|mm|bn|tn|[kmbt])(?![\\p{L}\\p{N}]))';

export function moneyReadings(variant: Variant): Reading[] {
  return [...signBeforeAmount(variant), ...codes(variant), ...signAfterAmount(variant)];
}

function signBeforeAmount(variant: Variant): Reading[] {
  return [
    // $5-10, $5–$10 million
    {
      starts: /[$€£¥₹₩₽₿UACuac]/u,
      pattern: new RegExp(
        `(${SIGN})\\s?${AMOUNT}\\s?[-–—]\\s?(?:\\1)?${AMOUNT}${SCALE}?(?![\\p{N}-])`,
        'uiy',
      ),
      read: (m) => {
        const [, sign = '', from = '', to = '', scale] = m;
        return `${decimal(from, variant)} to ${amountOf(variant, to, scale, SIGNS[sign.toUpperCase()] ?? DOLLAR)}`;
      },
    },
    // $3.50, £5m, -$20, $1.5 billion
    {
      starts: /[-−$€£¥₹₩₽₿UACuac]/u,
      pattern: new RegExp(`([-−])?(${SIGN})\\s?${AMOUNT}${SCALE}?`, 'uiy'),
      read: (m, text) => {
        const [, minus, sign = '', figures = '', scale] = m;
        const describes = !figures.includes('.') || scale !== undefined;
        const isDescribing = describes && isAttributive(text, m.index, m.index + m[0].length);
        return (
          (minus ? 'minus ' : '') +
          amountOf(variant, figures, scale, SIGNS[sign.toUpperCase()] ?? DOLLAR, isDescribing)
        );
      },
    },
  ];
}

function codes(variant: Variant): Reading[] {
  return [
    // 20 USD, 1.5m EUR, 50¢, 20€
    {
      starts: /[.\d]/u,
      pattern: new RegExp(`${AMOUNT}${SCALE}?\\s?(USD|EUR|GBP|JPY|INR|CHF|CAD|AUD)(?![\\p{L}\\p{N}])`, 'uy'),
      read: (m) => amountOf(variant, m[1] ?? '', m[2], CODES[m[3] ?? ''] ?? DOLLAR),
    },
    {
      starts: /[UEGJICA]/u,
      pattern: new RegExp(`(USD|EUR|GBP|JPY|INR|CHF|CAD|AUD)\\s?${AMOUNT}${SCALE}?`, 'uy'),
      read: (m) => amountOf(variant, m[2] ?? '', m[3], CODES[m[1] ?? ''] ?? DOLLAR),
    },
  ];
}

function signAfterAmount(variant: Variant): Reading[] {
  return [
    {
      starts: /[.\d]/u,
      pattern: new RegExp(`${AMOUNT}(?:\\s?([€£¥₹₩₽])|\\$)(?!\\d)`, 'uy'),
      read: (m) => amountOf(variant, m[1] ?? '', undefined, SIGNS[m[2] ?? '$'] ?? DOLLAR),
    },
    {
      starts: /\d/u,
      pattern: /(\d+)\s?¢/uy,
      read: (m) => `${cardinal(m[1] ?? '')} ${m[1] === '1' ? 'cent' : 'cents'}`,
    },
  ];
}

function amountOf(
  variant: Variant,
  figures: string,
  scale: string | undefined,
  named: Currency,
  describes = false,
): string {
  const currency = describes ? { ...named, many: named.one } : named;
  const plain = figures.replaceAll(',', '');
  if (scale) return `${decimal(plain, variant)} ${SCALES[scale.toLowerCase()]} ${currency.many}`;
  const [whole = '', cents] = plain.split('.');
  if (!cents || /^0+$/u.test(cents))
    return `${cardinal(whole || '0', variant)} ${isOne(whole) ? currency.one : currency.many}`;
  if (cents.length !== 2 || !currency.cents) return `${decimal(plain, variant)} ${currency.many}`;
  const small = `${cardinal(cents)} ${cents === '01' ? currency.cent : currency.cents}`;
  if (Number(whole) === 0) return small;
  return `${cardinal(whole, variant)} ${isOne(whole) ? currency.one : currency.many} and ${small}`;
}
