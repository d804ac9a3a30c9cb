import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { cardinals, endsWithWord, formOf, sideBySide } from '../../grammar/number-words.ts';
import { decimalInParts, rangeInGenitive } from '../families/slavic.ts';
import { ordinal, ordinalForm, russianOwn } from './ordinals.ts';

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
const FORMS = { one: 0, few: 1, many: 2, other: 1 };

const plain = sideBySide(HUNDREDS, TENS, ONES);
const small = (value: number, gender: Gender | undefined): string => {
  const words = plain(value);
  if (gender === 'f') return words.replace(/один$/u, 'одна').replace(/два$/u, 'две');
  return gender === 'n' ? words.replace(/один$/u, 'одно') : words;
};
const scaled = { scales: SCALES, formOf: formOf('ru', FORMS), bare: 1 };
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

export const russian: Grammar = {
  locale: 'ru',
  cardinal,
  decimalSign: ',',
  groupSigns: ' ',
  decimal,
  formFor: FORMS,
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
  fractions: {
    2: 'f вторая/вторых/вторых',
    3: 'f треть/трети/третей',
    4: 'f четверть/четверти/четвертей',
    5: 'f пятая/пятых/пятых',
    6: 'f шестая/шестых/шестых',
    8: 'f восьмая/восьмых/восьмых',
    10: 'f десятая/десятых/десятых',
    100: 'f сотая/сотых/сотых',
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
  dateParts: { beforeMonth: '(?:-го)?\\s', afterYear: '\\s?(?:г\\.|года(?!\\p{L}))' },
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
  units: {
    meter: 'm метр/метра/метров',
    gram: 'm грамм/грамма/граммов',
    liter: 'm литр/литра/литров',
    byte: 'm байт/байта/байт',
    bit: 'm бит/бита/бит',
    hertz: 'm герц/герца/герц',
    watt: 'm ватт/ватта/ватт',
    'watt-hour': 'm ватт-час/ватт-часа/ватт-часов',
    volt: 'm вольт/вольта/вольт',
    ampere: 'm ампер/ампера/ампер',
    joule: 'm джоуль/джоуля/джоулей',
    second: 'f секунда/секунды/секунд',
    calorie: 'f калория/калории/калорий',
    ton: 'f тонна/тонны/тонн',
    pascal: 'm паскаль/паскаля/паскалей',
    minute: 'f минута/минуты/минут',
    hour: 'm час/часа/часов',
    hectare: 'm гектар/гектара/гектаров',
    celsius: 'm градус Цельсия/градуса Цельсия/градусов Цельсия',
    fahrenheit: 'm градус Фаренгейта/градуса Фаренгейта/градусов Фаренгейта',
    degree: 'm градус/градуса/градусов',
    percent: 'm процент/процента/процентов',
    permille: 'n промилле',
    decibel: 'm децибел/децибела/децибел',
    pixel: 'm пиксель/пикселя/пикселей',
    чел: 'm человек/человека/человек',
    шт: 'f штука/штуки/штук',
  },
  prefixes: {
    nano: 'нано',
    micro: 'микро',
    milli: 'милли',
    centi: 'санти',
    deci: 'деци',
    hecto: 'гекто',
    kilo: 'кило',
    mega: 'мега',
    giga: 'гига',
    tera: 'тера',
  },
  square: 'квадратный */квадратных */квадратных *',
  cubic: 'кубический */кубических */кубических *',
  per: { h: 'в час', s: 'в секунду', l: 'на литр' },
  // "с" and "в" alone are prepositions.
  unitSymbols: {
    мм: 'mm',
    см: 'cm',
    м: 'm',
    км: 'km',
    мг: 'mg',
    г: 'g',
    кг: 'kg',
    т: 't',
    мл: 'ml',
    л: 'l',
    сек: 'second',
    'сек.': 'second',
    мин: 'min',
    'мин.': 'min',
    ч: 'h',
    'ч.': 'h',
    га: 'ha',
    КБ: 'KB',
    МБ: 'MB',
    ГБ: 'GB',
    ТБ: 'TB',
    Гб: 'GB',
    Мб: 'MB',
    Вт: 'W',
    кВт: 'kW',
    МВт: 'MW',
    Гц: 'Hz',
    кГц: 'kHz',
    МГц: 'MHz',
    ГГц: 'GHz',
    ккал: 'kcal',
    'кв. м': 'm²',
    'кв. км': 'km²',
    'куб. м': 'm³',
    'м²': 'm²',
    'км²': 'km²',
    'м³': 'm³',
    'км/ч': 'km/h',
    'м/с': 'm/s',
    'Мбит/с': 'Mbit/s',
    '°С': '°C',
    'чел.': 'чел',
    'шт.': 'шт',
  },
  scales: {
    'тыс.|тыс|тысяч|тысячи': 'f тысяча/тысячи/тысяч',
    'млн|млн.|миллион|миллиона|миллионов': 'm миллион/миллиона/миллионов',
    'млрд|млрд.|миллиард|миллиарда|миллиардов': 'm миллиард/миллиарда/миллиардов',
    'трлн|триллион|триллиона|триллионов': 'm триллион/триллиона/триллионов',
  },
  currencies: {
    RUB: { name: 'm рубль/рубля/рублей', cent: 'f копейка/копейки/копеек' },
    EUR: { name: 'm евро', cent: 'm цент/цента/центов' },
    USD: { name: 'm доллар/доллара/долларов', cent: 'm цент/цента/центов' },
    GBP: { name: 'm фунт/фунта/фунтов', cent: 'm пенс/пенса/пенсов' },
    UAH: { name: 'f гривна/гривны/гривен', cent: 'f копейка/копейки/копеек' },
    KZT: { name: 'n тенге' },
    CNY: { name: 'm юань/юаня/юаней' },
    JPY: { name: 'f иена/иены/иен' },
  },
  currencySigns: { 'руб.': 'RUB', руб: 'RUB', 'р.': 'RUB', '₸': 'KZT' },
  and: 'и',
  to: 'до',
  minus: 'минус',
  plus: 'плюс',
  signs: {
    '&': 'и',
    '+': 'плюс',
    '=': 'равно',
    '@': 'собака',
    '#': 'хештег',
    '№': 'номер',
    '±': 'плюс-минус',
    '≈': 'примерно',
    '≠': 'не равно',
    '≤': 'не больше',
    '≥': 'не меньше',
    '<': 'меньше',
    '>': 'больше',
    '×': 'на',
    '÷': 'разделить на',
    '∞': 'бесконечность',
    '√': 'корень из',
    π: 'пи',
    '§': 'параграф',
    '©': 'копирайт',
    '.': 'точка',
    ',': 'запятая',
    '-': 'дефис',
    _: 'подчёркивание',
    '/': 'дробь',
    // 3:1 is три один.
    ':': '',
    '?': 'вопросительный знак',
    '%': 'процент',
    '~': 'тильда',
  },
  abbreviations: {
    inside: {
      'т. е.': 'то есть',
      'т. к.': 'так как',
      'т. н.': 'так называемый',
      'напр.': 'например',
      'см.': 'смотри',
      'ср.': 'сравни',
      'г-н': 'господин',
      'г-жа': 'госпожа',
      'ул.': 'улица',
      'пр-т': 'проспект',
      'пл.': 'площадь',
      'пер.': 'переулок',
      'им.': 'имени',
      'проф.': 'профессор',
      'акад.': 'академик',
      'тел.': 'телефон',
      млн: 'миллионов',
      млрд: 'миллиардов',
      'тыс.': 'тысяч',
      'н. э.': 'нашей эры',
      'до н. э.': 'до нашей эры',
    },
    last: {
      'и т. д.': 'и так далее',
      'и т. п.': 'и тому подобное',
      'т. д.': 'так далее',
      'т. п.': 'тому подобное',
      'и др.': 'и другие',
      'и пр.': 'и прочее',
    },
    beforeNumber: {
      'г.': 'год',
      'д.': 'дом',
      'кв.': 'квартира',
      'стр.': 'страница',
      'с.': 'страница',
      'гл.': 'глава',
      'рис.': 'рисунок',
      'табл.': 'таблица',
      'п.': 'пункт',
      'ст.': 'статья',
      'т.': 'том',
    },
  },
  own: (grammar) => russianOwn(grammar, { cardinal, genitive }),
};
