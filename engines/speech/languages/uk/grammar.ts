import { oneOf } from '../../grammar/amounts.ts';
import { monthNames } from '../../grammar/dates.ts';
import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { cardinals, endsWithWord, formOf, minutes, sideBySide } from '../../grammar/number-words.ts';
import { preceding, type Reading } from '../../grammar/reading.ts';
import { romanValue } from '../../grammar/roman.ts';
import { keepingFullStop } from '../../grammar/sentence-ends.ts';
import { decimalInParts, rangeInGenitive, ranks } from '../families/slavic.ts';
import { tables } from './tables.ts';

const words = (list: string): string[] => list.replaceAll('_', '').split(' ');

const plain = sideBySide(
  words("_ сто двісті триста чотириста п'ятсот шістсот сімсот вісімсот дев'ятсот"),
  words("_ _ двадцять тридцять сорок п'ятдесят шістдесят сімдесят вісімдесят дев'яносто"),
  words(
    "_ один два три чотири п'ять шість сім вісім дев'ять десять одинадцять дванадцять тринадцять чотирнадцять п'ятнадцять шістнадцять сімнадцять вісімнадцять дев'ятнадцять",
  ),
);
const small = (value: number, gender: Gender | undefined): string => {
  const spoken = plain(value);
  if (gender === 'f') return spoken.replace(/один$/u, 'одна').replace(/два$/u, 'дві');
  return gender === 'n' ? spoken.replace(/один$/u, 'одне') : spoken;
};
const cardinal = cardinals({
  zero: 'нуль',
  small,
  scales: [
    'f тисяча/тисячі/тисяч',
    'm мільйон/мільйони/мільйонів',
    'm мільярд/мільярди/мільярдів',
    'm трильйон/трильйони/трильйонів',
  ],
  formOf: formOf('uk', tables.formFor),
  bare: 1,
});

const genitivePlain = sideBySide(
  words("_ ста двохсот трьохсот чотирьохсот п'ятисот шестисот семисот восьмисот дев'ятисот"),
  words("_ _ двадцяти тридцяти сорока п'ятдесяти шістдесяти сімдесяти вісімдесяти дев'яноста"),
  words(
    "_ одного двох трьох чотирьох п'яти шести семи восьми дев'яти десяти одинадцяти дванадцяти тринадцяти чотирнадцяти п'ятнадцяти шістнадцяти сімнадцяти вісімнадцяти дев'ятнадцяти",
  ),
);
const genitive = cardinals({
  zero: 'нуля',
  small: (value, gender) =>
    gender === 'f' ? genitivePlain(value).replace(/одного$/u, 'однієї') : genitivePlain(value),
  scales: ['f тисячі/тисяч', 'm мільйона/мільйонів', 'm мільярда/мільярдів', 'm трильйона/трильйонів'],
  formOf: (value) => (value % 10 === 1 && value % 100 !== 11 ? 0 : 1),
  bare: 1,
});

const STEMS: Record<number, string> = Object.fromEntries([
  ...words(
    "нульов перш друг треть четверт п'ят шост сьом восьм дев'ят десят одинадцят дванадцят тринадцят чотирнадцят п'ятнадцят шістнадцят сімнадцят вісімнадцят дев'ятнадцят",
  ).map((stem, i) => [i, stem]),
  ...words("двадцят тридцят сороков п'ятдесят шістдесят сімдесят вісімдесят дев'яност").map((stem, i) => [
    20 + 10 * i,
    stem,
  ]),
  ...words("сот двохсот трьохсот чотирьохсот п'ятисот шестисот семисот восьмисот дев'ятисот").map(
    (stem, i) => [100 + 100 * i, stem],
  ),
]);
const ENDINGS = {
  m: ['ий', 'третій'],
  f: ['а', 'третя'],
  n: ['е', 'третє'],
  genitive: ['ого', 'третього'],
  dative: ['ому', 'третьому'],
  instrumental: ['им', 'третім'],
  accusative: ['у', 'третю'],
  plural: ['і', 'треті'],
  ofPlural: ['их', 'третіх'],
  ofFeminine: ['ої', 'третьої'],
  inFeminine: ['ій', 'третій'],
} as const;
type Ending = keyof typeof ENDINGS;

const rank = ranks<Ending>({
  stems: STEMS,
  attach: (stem, ending) => (stem === 'треть' ? ENDINGS[ending][1] : stem + ENDINGS[ending][0]),
  cardinal,
  thousandth: (thousands) => {
    const joined = genitive(String(thousands)).replaceAll(' ', '');
    return `${thousands === 1 ? '' : joined.replace(/двох$/u, 'дво').replace(/одного$/u, 'одно')}тисячн`;
  },
});
const ranked = (figures: string, ending: Ending): string => rank(figures, ending) ?? cardinal(figures);

/** The letters that are written after the figures: 3-й, 2-га, 90-ті. */
function suffixed(figures: string, suffix: string): string {
  const isDecade = /\d0$/u.test(figures);
  if (/ти$|^и$/u.test(suffix)) return genitive(figures);
  if (/х$/u.test(suffix)) return isDecade ? ranked(figures, 'ofPlural') : genitive(figures);
  if (/й$/u.test(suffix)) return ranked(figures, 'm');
  if (/[ая]$/u.test(suffix)) return ranked(figures, 'f');
  if (/[еє]$/u.test(suffix)) return ranked(figures, 'n');
  if (/го$/u.test(suffix)) return ranked(figures, 'genitive');
  if (/му$/u.test(suffix)) return ranked(figures, 'dative');
  if (/м$/u.test(suffix)) return ranked(figures, 'instrumental');
  return ranked(figures, /і$/u.test(suffix) ? 'plural' : 'accusative');
}

const YEARS: Record<string, Ending> = {
  рік: 'm',
  року: 'genitive',
  році: 'dative',
  роком: 'instrumental',
  роки: 'plural',
  роках: 'ofPlural',
  років: 'ofPlural',
};
const CENTURIES: Record<string, Ending> = {
  століття: 'n',
  столітті: 'dative',
  століттю: 'dative',
  сторіччя: 'n',
  сторіччі: 'dative',
};
const AFTER_IN = endsWithWord('у|в');

function own(grammar: Grammar): Reading[] {
  return [...yearsAndCenturies(grammar), ...dayRanges(grammar), ...adjectivesOfCount()];
}

function yearsAndCenturies(grammar: Grammar): Reading[] {
  return [
    // у 2026 році, 2026 р.
    {
      starts: /[12]/u,
      pattern: /((?:1\d|20)\d\d)\s(р\.|роках|років|роком|року|році|роки|рік)(?!\p{L})/uy,
      read: (m, text) => {
        const [, figures = '', written = ''] = m;
        const noun = written === 'р.' ? (AFTER_IN.test(preceding(text, m.index)) ? 'році' : 'року') : written;
        const isCount = noun === 'років' && !/0$/u.test(figures);
        return isCount
          ? null
          : keepingFullStop(`${ranked(figures, YEARS[noun] ?? 'm')} ${noun}`, m, text, grammar);
      },
    },
    {
      starts: /[IVX]/u,
      pattern: /([IVX]{1,6})\s(століття|столітті|століттю|сторіччя|сторіччі|ст\.)(?!\p{L})/uy,
      read: (m, text) => {
        const value = romanValue(m[1] ?? '');
        const isIn = AFTER_IN.test(preceding(text, m.index));
        const noun = m[2] === 'ст.' ? (isIn ? 'столітті' : 'століття') : (m[2] ?? '');
        return `${ranked(String(value), CENTURIES[noun] ?? 'n')} ${noun}`;
      },
    },
  ];
}

function dayRanges(grammar: Grammar): Reading[] {
  return [
    // з 1 по 5 травня
    {
      starts: /\d/u,
      pattern: new RegExp(
        `(\\d{1,2})\\sпо\\s(\\d{1,2})\\s(?=(?:${oneOf(monthNames(grammar).inDates)})(?!\\p{L}))`,
        'uy',
      ),
      read: (m) => `${ranked(m[1] ?? '', 'genitive')} по ${ranked(m[2] ?? '', 'n')}`,
    },
  ];
}

function adjectivesOfCount(): Reading[] {
  return [
    // 5-річний: п'ятирічний
    {
      starts: /\d/u,
      pattern: /(\d{1,3})[-‑](\p{Ll}{4,})/uy,
      read: (m) => {
        const [, figures = '', adjective = ''] = m;
        if (!/(?:ий|ій|а|е|ого|ому|им|у|і|их|ими)$/u.test(adjective)) return null;
        const joined = genitive(figures).replaceAll(' ', '').replace(/ста$/u, 'сто');
        const count = joined
          .replace(/одного$/u, 'одно')
          .replace(/двох$/u, 'дво')
          .replace(/трьох$/u, 'три');
        return `${count}${adjective}`;
      },
    },
  ];
}

const decimal = decimalInParts(cardinal, {
  one: 'ціла',
  many: 'цілих',
  parts: ['десята/десятих', 'сота/сотих', 'тисячна/тисячних'],
  point: 'кома',
});

export const grammar: Grammar = {
  ...tables,
  cardinal,
  decimal,
  genitive: {
    after: endsWithWord('до|від|з|із|зі|близько|більше|менше|для|без|після|крім|не більше|не менше'),
    cardinal: genitive,
    formFor: { one: 3, few: 2, many: 2, other: 3 },
  },
  genderOf: (word, figures, isGenitive) => {
    const last = Number(figures.slice(-1));
    if (isGenitive) return /[иі]$/u.test(word) ? 'f' : 'm';
    if (last === 1) return /(?:а|я|сть|ніч|річ)$/u.test(word) ? 'f' : /(?:о|е|є)$/u.test(word) ? 'n' : 'm';
    // The plural does not tell: these are the usual feminine nouns.
    return last === 2 &&
      /^(?:книги|книжки|години|хвилини|секунди|жінки|дівчини|особи|сторінки|сторони|частини|дочки|сестри|школи|групи|команди|ночі|дороги|країни|машини|квартири|статті|версії|спроби|зміни|пляшки|склянки|ложки)$/u.test(
        word,
      )
      ? 'f'
      : 'm';
  },
  mixed: (whole, part, { whole: figures, top, bottom }) => {
    if (top !== '1' || bottom !== '2') return `${whole} і ${part}`;
    return figures === '1' ? 'півтора' : `${whole} з половиною`;
  },
  range: rangeInGenitive({
    from: 'від',
    to: 'до',
    cardinal,
    genitive,
    decimal,
    prepositions: 'в|у|на|по|за|через|з|із|від|до|близько|понад|приблизно|с\\.|стор\\.',
  }),
  regnal: (figures, before) => rank(figures, /[ая]\s$/u.test(before) ? 'f' : 'm'),
  suffixOrdinal: { suffix: '[-‑](?:\\p{Ll}{0,2}(?:й|я|а|е|є|го|му|м|у|ю|і|х|ти))', read: suffixed },
  date: ({ day, month, year }) => {
    const date = `${ranked(day, 'genitive')} ${month}`;
    return year ? `${date} ${ranked(year, 'genitive')} року` : date;
  },
  time: (hour, minute, before) => {
    const ending = endsWithWord('о|об').test(before)
      ? 'inFeminine'
      : endsWithWord('з|із|від|до|після|близько').test(before)
        ? 'ofFeminine'
        : 'f';
    const spoken = hour === '0' ? 'нуль' : ranked(hour, ending);
    if (minute === '00') return hour === '0' ? 'нуль нуль' : spoken;
    return `${spoken} ${minutes(minute, cardinal)}`;
  },
  own,
};
