import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { cardinals, endsWithWord, formOf, sideBySide } from '../../grammar/number-words.ts';
import { decimalInParts, rangeInGenitive } from '../families/slavic.ts';
import { ordinal, ordinalForm, russianOwn } from './ordinals.ts';
import { tables } from './tables.ts';

const ONES =
  ' один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать'.split(
    ' ',
  );
const TENS = '  двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто'.split(' ');
const HUNDREDS = ' сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'.split(' ');
const SCALES = [
  'f тысяча/тысячи/тысяч',
  'm миллион/миллиона/миллионов',
  'm миллиард/миллиарда/миллиардов',
  'm триллион/триллиона/триллионов',
];

const plain = sideBySide(HUNDREDS, TENS, ONES);
const small = (value: number, gender: Gender | undefined): string => {
  const words = plain(value);
  if (gender === 'f') return words.replace(/один$/u, 'одна').replace(/два$/u, 'две');
  return gender === 'n' ? words.replace(/один$/u, 'одно') : words;
};
const scaled = { scales: SCALES, formOf: formOf('ru', tables.formFor), bare: 1 };
const cardinal = cardinals({ ...scaled, zero: 'ноль', small });

const GENITIVE_ONES =
  ' одного двух трёх четырёх пяти шести семи восьми девяти десяти одиннадцати двенадцати тринадцати четырнадцати пятнадцати шестнадцати семнадцати восемнадцати девятнадцати'.split(
    ' ',
  );
const GENITIVE_TENS =
  '  двадцати тридцати сорока пятидесяти шестидесяти семидесяти восьмидесяти девяноста'.split(' ');
const GENITIVE_HUNDREDS =
  ' ста двухсот трёхсот четырёхсот пятисот шестисот семисот восьмисот девятисот'.split(' ');
const genitivePlain = sideBySide(GENITIVE_HUNDREDS, GENITIVE_TENS, GENITIVE_ONES);
const genitive = cardinals({
  zero: 'нуля',
  small: (value, gender) => {
    const words = genitivePlain(value);
    return gender === 'f' ? words.replace(/одного$/u, 'одной') : words;
  },
  scales: ['f тысячи/тысяч', 'm миллиона/миллионов', 'm миллиарда/миллиардов', 'm триллиона/триллионов'],
  formOf: (value) => (value % 10 === 1 && value % 100 !== 11 ? 0 : 1),
  bare: 1,
});

const decimal = decimalInParts(cardinal, {
  one: 'целая',
  many: 'целых',
  parts: ['десятая/десятых', 'сотая/сотых', 'тысячная/тысячных'],
  point: 'запятая',
});

export const grammar: Grammar = {
  ...tables,
  cardinal,
  decimal,
  genitive: {
    after: endsWithWord(
      'до|от|с|со|из|около|более|менее|больше|меньше|свыше|для|без|после|порядка|кроме|против|не более|не менее',
    ),
    cardinal: genitive,
    formFor: { one: 1, few: 2, many: 2, other: 1 },
  },
  // One: книга, окно. Two to four take the genitive: книги but дома, окна.
  genderOf: (word, figures, isGenitive) => {
    const last = Number(figures.slice(-1));
    if (isGenitive) return /[ыи]$/u.test(word) ? 'f' : 'm';
    if (last === 1) return /(?:а|я|сть|чь|шь)$/u.test(word) ? 'f' : /(?:о|е|ё)$/u.test(word) ? 'n' : 'm';
    return last === 2 && /(?:ы|и|ые|ие)$/u.test(word) ? 'f' : 'm';
  },
  mixed: (whole, part, { whole: figures, top, bottom }) => {
    if (top !== '1' || bottom !== '2') return `${whole} и ${part}`;
    return figures === '1' ? 'полтора' : `${whole} с половиной`;
  },
  range: rangeInGenitive({
    from: 'от',
    to: 'до',
    cardinal,
    genitive,
    decimal,
    prepositions: 'в|на|по|за|через|из|от|до|с|со|к|около|примерно|свыше|более|менее|стр\\.|с\\.',
  }),
  // Пётр Первый, Екатерина Вторая
  regnal: (figures, before) => ordinal(figures, /[ая]\s$/u.test(before) ? 'я' : 'й', { cardinal, genitive }),
  suffixOrdinal: {
    suffix:
      '[-‑](?:ый|ой|ий|ая|ое|ые|ого|его|ому|ему|ым|ом|ую|ых|ыми|й|я|е|го|му|м|ю|х|ми|ти|и)|ый|ая|ое|го|й|я',
    read: (figures, suffix) => ordinalForm(figures, suffix.replace(/^[-‑]/u, ''), { cardinal, genitive }),
  },
  // The genitive, as in "встреча третьего октября".
  date: ({ day, month, year }) => {
    const date = `${ordinalForm(day, 'го', { cardinal, genitive })} ${month}`;
    return year ? `${date} ${ordinalForm(year, 'го', { cardinal, genitive })} года` : date;
  },
  time: (hour, minute, before) => {
    const oblique = endsWithWord('до|от|с|около|после').test(before);
    const minutes =
      minute === '00'
        ? 'ноль ноль'
        : /^0/u.test(minute)
          ? `ноль ${cardinal(minute.slice(1))}`
          : cardinal(minute);
    return `${oblique ? genitive(hour) : cardinal(hour)} ${minutes}`;
  },
  own: (grammar) => russianOwn(grammar, { cardinal, genitive }),
};
