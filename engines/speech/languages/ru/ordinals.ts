import { oneOf } from '../../grammar/amounts.ts';
import { monthNames } from '../../grammar/dates.ts';
import type { Grammar } from '../../grammar/grammar.ts';
import { endsWithWord } from '../../grammar/number-words.ts';
import { preceding, type Reading } from '../../grammar/reading.ts';
import { romanValue } from '../../grammar/roman.ts';
import { keepingFullStop } from '../../grammar/sentence-ends.ts';
import { ranks } from '../families/slavic.ts';

type Cardinals = { cardinal(figures: string): string; genitive(figures: string): string };

/** Stems of ordinals, which all but "треть" decline with the endings of hard adjectives. */
const STEMS: Record<number, string> = {
  0: 'нулев',
  1: 'перв',
  2: 'втор',
  3: 'треть',
  4: 'четвёрт',
  5: 'пят',
  6: 'шест',
  7: 'седьм',
  8: 'восьм',
  9: 'девят',
  10: 'десят',
  11: 'одиннадцат',
  12: 'двенадцат',
  13: 'тринадцат',
  14: 'четырнадцат',
  15: 'пятнадцат',
  16: 'шестнадцат',
  17: 'семнадцат',
  18: 'восемнадцат',
  19: 'девятнадцат',
  20: 'двадцат',
  30: 'тридцат',
  40: 'сороков',
  50: 'пятидесят',
  60: 'шестидесят',
  70: 'семидесят',
  80: 'восьмидесят',
  90: 'девяност',
  100: 'сот',
  200: 'двухсот',
  300: 'трёхсот',
  400: 'четырёхсот',
  500: 'пятисот',
  600: 'шестисот',
  700: 'семисот',
  800: 'восьмисот',
  900: 'девятисот',
};
/** These are stressed on the ending: второй. */
const STRESSED = /^(?:нулев|втор|шест|седьм|восьм|сороков)$/u;

const ENDINGS = {
  й: ['ый', 'третий'],
  я: ['ая', 'третья'],
  е: ['ое', 'третье'],
  го: ['ого', 'третьего'],
  му: ['ому', 'третьему'],
  м: ['ом', 'третьем'],
  ым: ['ым', 'третьим'],
  ю: ['ую', 'третью'],
  ые: ['ые', 'третьи'],
  х: ['ых', 'третьих'],
  ми: ['ыми', 'третьими'],
} as const;
export type Ending = keyof typeof ENDINGS;

/** Returns null if there is no such ordinal. */
export function ordinal(figures: string, ending: Ending, { cardinal, genitive }: Cardinals): string | null {
  const thousandth = (thousands: number): string => `${joined(thousands, genitive)}тысячн`;
  return ranks<Ending>({ stems: STEMS, attach, cardinal, thousandth })(figures, ending);
}

function joined(thousands: number, genitive: Cardinals['genitive']): string {
  return thousands === 1
    ? ''
    : genitive(String(thousands))
        .replaceAll(' ', '')
        .replace(/одного$/u, 'одно');
}

function attach(stem: string, ending: Ending): string {
  const [regular, third] = ENDINGS[ending];
  if (stem === 'треть') return third;
  return stem + (regular === 'ый' && STRESSED.test(stem) ? 'ой' : regular);
}

/** The last letters that are written after the figures: 3-й, 3-го, 90-е. */
export function ordinalForm(figures: string, written: string, words: Cardinals): string {
  const isDecade = /\d0$/u.test(figures);
  if (/^(?:ти|и)$/u.test(written)) return words.genitive(figures);
  // 3-х is трёх; 90-х is девяностых.
  if (/^х$/u.test(written) && !isDecade) return words.genitive(figures);
  if (/^е$/u.test(written) && isDecade && figures.length !== 3)
    return ordinal(figures, 'ые', words) ?? words.cardinal(figures);
  const ending = (Object.keys(ENDINGS) as Ending[]).find((one) => matches(written, one));
  return (ending && ordinal(figures, ending, words)) ?? words.cardinal(figures);
}

function matches(written: string, ending: Ending): boolean {
  if (ending === 'й') return /^[ыои]?й$/u.test(written);
  if (ending === 'ым' || ending === 'ые') return written === ending;
  if (ending === 'е') return /^о?е$/u.test(written);
  if (ending === 'м') return /^о?м$/u.test(written);
  return written.endsWith(ending) && written.length <= ending.length + 1;
}

/** The form of "год" tells the case of the year. "году" is the locative after "в", else the dative. */
function yearEnding(noun: string, before: string): Ending {
  const isLocative = endsWithWord('в|о|об|при').test(before);
  if (noun === 'год') return 'й';
  if (noun === 'году') return isLocative ? 'м' : 'му';
  if (noun === 'годом') return 'ым';
  if (noun === 'годы') return 'ые';
  if (noun === 'годах' || noun === 'годов') return 'х';
  return 'го';
}

const CENTURIES: Record<string, Ending> = { век: 'й', века: 'го', веке: 'м', веку: 'му', веком: 'ым' };
export function russianOwn(grammar: Grammar, words: Cardinals): Reading[] {
  return [
    ...years(grammar, words),
    ...centuries(grammar, words),
    ...dayRanges(grammar, words),
    ...adjectivesOfCount(words),
  ];
}

function years(grammar: Grammar, words: Cardinals): Reading[] {
  return [
    // 2026 году, 2026 г., в 2026-м году
    {
      starts: /[12]/u,
      pattern: /((?:1\d|20)\d\d)\s(г\.|годах|годов|годом|годы|году|года|год)(?!\p{L})/uy,
      read: (m, text) => {
        const before = preceding(text, m.index);
        const [, figures = '', written = ''] = m;
        const isLocative = endsWithWord('в').test(before);
        const isGenitive = endsWithWord('до|от|с|после|около|начала|конца|середины|итогам').test(before);
        const isDative = endsWithWord('к|ко').test(before);
        const noun =
          written === 'г.' ? (isLocative || isDative ? 'году' : isGenitive ? 'года' : 'год') : written;
        const year = ordinal(figures, yearEnding(noun, before), words);
        return year === null ? null : keepingFullStop(`${year} ${noun}`, m, text, grammar);
      },
    },
    // 1941–1945 гг.
    {
      starts: /[12]/u,
      pattern: /((?:1\d|20)\d\d)\s?[-–—]\s?((?:1\d|20)\d\d)\s(?:гг\.|годы|годах|годов)/uy,
      read: (m) => {
        const from = ordinal(m[1] ?? '', 'го', words);
        const to = ordinal(m[2] ?? '', 'й', words);
        return from && to && `с ${from} по ${to} годы`;
      },
    },
  ];
}

function centuries(grammar: Grammar, words: Cardinals): Reading[] {
  return [
    // XX век
    {
      starts: /[IVX\d]/u,
      pattern: /([IVX]{1,6}|\d{1,2}(?=\sвек(?:е|у|ом)?(?!\p{L})))\s(век(?:а|е|у|ом)?|в\.)(?!\p{L})/uy,
      read: (m, text) => {
        const noun =
          m[2] === 'в.' ? (endsWithWord('в').test(preceding(text, m.index)) ? 'веке' : 'век') : (m[2] ?? '');
        const value = /\d/u.test(m[1] ?? '') ? (m[1] ?? '') : String(romanValue(m[1] ?? ''));
        const century = ordinal(value, CENTURIES[noun] ?? 'й', words);
        return century && `${century} ${noun}`;
      },
    },
    // XIX–XX вв.
    {
      starts: /[IVX]/u,
      pattern: /([IVX]{1,6})\s?[-–—]\s?([IVX]{1,6})\s(?:вв\.|веков|века)/uy,
      read: (m, text) => {
        const [from, to] = [m[1], m[2]].map((one) => ordinal(String(romanValue(one ?? '')), 'го', words));
        return from && to ? keepingFullStop(`${from}-${to} веков`, m, text, grammar) : null;
      },
    },
  ];
}

function dayRanges(grammar: Grammar, words: Cardinals): Reading[] {
  return [
    // с 1 по 5 мая
    {
      starts: /\d/u,
      pattern: new RegExp(
        `(\\d{1,2})\\sпо\\s(\\d{1,2})\\s(?=(?:${oneOf(monthNames(grammar).inDates)})(?!\\p{L}))`,
        'uy',
      ),
      read: (m) => {
        const from = ordinal(m[1] ?? '', 'го', words);
        const to = ordinal(m[2] ?? '', 'е', words);
        return from && to && `${from} по ${to}`;
      },
    },
  ];
}

function adjectivesOfCount(words: Cardinals): Reading[] {
  return [
    // 5-летний: пятилетний
    {
      starts: /\d/u,
      pattern: /(\d{1,3})[-‑](\p{Ll}{4,})/uy,
      read: (m) => {
        const [, figures = '', adjective = ''] = m;
        if (
          !/(?:ый|ий|ой|ая|ое|ого|ому|ым|ом|ую|ые|ых|ими|ыми|ие|ие|их|им|яя|ее|его|ему|ем|юю|ок)$/u.test(
            adjective,
          )
        )
          return null;
        const count =
          figures === '1' ? 'одно' : words.genitive(figures).replaceAll(' ', '').replace(/ста$/u, 'сто');
        return `${count}${adjective}`;
      },
    },
  ];
}
