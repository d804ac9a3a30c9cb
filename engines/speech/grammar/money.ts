import {
  amountPattern,
  counted,
  isSign,
  ofMany,
  oneOf,
  parseAmount,
  pluralForm,
  spokenAmount,
} from './amounts.ts';
import type { Amount, Currency, Grammar } from './grammar.ts';
import { parseNoun } from './number-words.ts';
import { spokenRange } from './ranges.ts';
import { preceding, type Reading, type Spoken } from './reading.ts';
import { keepingFullStop } from './sentence-ends.ts';
import { scaleNouns, signed } from './units.ts';

const SIGNS: Record<string, string> = {
  '€': 'EUR',
  $: 'USD',
  US$: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  '₽': 'RUB',
  '₴': 'UAH',
  '₺': 'TRY',
  '₩': 'KRW',
  '₹': 'INR',
};

export function moneyReadings(grammar: Grammar): Reading[] {
  const { currencies, currencySigns = {} } = grammar;
  const codes = Object.fromEntries(Object.keys(currencies).map((code) => [code, code]));
  const known = Object.entries({ ...SIGNS, ...codes, ...currencySigns }).filter(
    ([, code]) => currencies[code],
  );
  const bySign = new Map(known.map(([sign, code]) => [sign, currencies[code]]));
  const signs = oneOf([...bySign.keys()]);
  const number = amountPattern(grammar);
  const symbols = oneOf([...bySign.keys()].filter((sign) => !/[\p{L}]/u.test(sign)));
  const scales = new Map(scaleNouns(grammar));
  const scale = `(?:\\s?(${oneOf([...scales.keys()])})(?![\\p{L}\\p{N}]))?`;
  type Parts = {
    minus: string | undefined;
    figures: string | undefined;
    sign: string | undefined;
    scale?: string | undefined;
  };
  const money = (
    m: RegExpExecArray,
    text: string,
    { minus, figures = '', sign = '', scale }: Parts,
  ): Spoken | null => {
    const currency = bySign.get(sign);
    const before = preceding(text, m.index);
    if (!currency || (minus !== undefined && !isSign(text, m.index))) return null;
    const amount = parseAmount(figures, grammar);
    const noun = scale === undefined ? undefined : scales.get(scale);
    const spoken = noun
      ? ofMany(counted(amount, noun, grammar, { before }), currency.name, grammar)
      : spokenMoney(amount, currency, grammar, before);
    return keepingFullStop(signed(minus, grammar) + spoken, m, text, grammar);
  };
  const starts = new RegExp(`[-−–+\\d]|^(?:${oneOf([...bySign.keys()].map((sign) => sign[0] ?? ''))})$`, 'u');
  return [
    // 10–12 €
    {
      starts: /\d/u,
      pattern: new RegExp(`${number}\\s?[-–—]\\s?${number}\\s?(${signs})(?![\\p{L}\\p{N}])`, 'uy'),
      read: (m, text) => {
        const [, from = '', to = '', sign = ''] = m;
        const name = bySign.get(sign)?.name ?? '';
        return counted(parseAmount(to, grammar), name, grammar, {
          words: spokenRange(
            from,
            to,
            { gender: parseNoun(name).gender, before: preceding(text, m.index) },
            grammar,
          ),
        });
      },
    },
    // 5 €, 5,50 EUR, 5,– €, 1,5 mln zł
    {
      starts: /[-−–+\d]/u,
      pattern: new RegExp(`([-−–+])?${number}${scale}(?:,[-–—]+)?\\s?(${signs})(?![\\p{L}\\p{N}])`, 'uy'),
      read: (m, text) => money(m, text, { minus: m[1], figures: m[2], scale: m[3], sign: m[4] }),
    },
    // € 5, $5, $5 Mio.
    {
      starts,
      pattern: new RegExp(`([-−–])?(${signs})\\s?${number}${scale}(?![\\p{L}\\p{N}])`, 'uy'),
      read: (m, text) => money(m, text, { minus: m[1], sign: m[2], figures: m[3], scale: m[4] }),
    },
    // The sign after words: 5 Mio. €
    {
      starts: new RegExp(`^(?:${symbols})$`, 'u'),
      pattern: new RegExp(symbols, 'uy'),
      read: (m) => {
        const name = bySign.get(m[0])?.name;
        return name === undefined ? null : pluralForm(name, grammar);
      },
    },
  ];
}

function spokenMoney(amount: Amount, { name, cent }: Currency, grammar: Grammar, before: string): string {
  const cents = amount.fraction.replace(/^(\d)$/u, '$10');
  if (/^0*$/u.test(cents)) return counted({ ...amount, fraction: '' }, name, grammar, { before });
  if (cents.length !== 2 || cent === undefined) return counted(amount, name, grammar);
  const small = { whole: cents.replace(/^0/u, ''), fraction: '' };
  // "fünf Euro fünfzig": some languages leave out the name of the small coin.
  const isBare = parseNoun(cent).forms[0]?.startsWith('(') && amount.whole !== '0';
  const coins = isBare
    ? spokenAmount(small, grammar)
    : counted(small, cent.replaceAll(/[()]/gu, ''), grammar);
  if (amount.whole === '0') return coins;
  const and = grammar.centsAfter === undefined ? '' : `${grammar.centsAfter} `;
  return `${counted({ ...amount, fraction: '' }, name, grammar, { before })} ${and}${coins}`;
}
