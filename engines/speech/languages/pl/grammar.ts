import { compoundReading } from '../../grammar/codes.ts';
import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { cardinals, endsWithWord, formOf, minutes, pointed, sideBySide } from '../../grammar/number-words.ts';
import { preceding, type Reading } from '../../grammar/reading.ts';
import { romanValue } from '../../grammar/roman.ts';
import { keepingFullStop } from '../../grammar/sentence-ends.ts';
import { rangeInGenitive, ranks } from '../families/slavic.ts';
import { tables } from './tables.ts';

const ONES =
  ' jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście'.split(
    ' ',
  );
const TENS =
  '  dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt'.split(
    ' ',
  );
const HUNDREDS = ' sto dwieście trzysta czterysta pięćset sześćset siedemset osiemset dziewięćset'.split(' ');
const ONE: Record<Gender, string> = { m: 'jeden', f: 'jedna', n: 'jedno' };

const plain = sideBySide(HUNDREDS, TENS, ONES);
const cardinal = cardinals({
  zero: 'zero',
  small: (value, gender) => {
    if (value === 1) return ONE[gender ?? 'm'];
    return gender === 'f' ? plain(value).replace(/dwa$/u, 'dwie') : plain(value);
  },
  scales: [
    'm tysiąc/tysiące/tysięcy',
    'm milion/miliony/milionów',
    'm miliard/miliardy/miliardów',
    'm bilion/biliony/bilionów',
  ],
  formOf: formOf('pl', tables.formFor),
  bare: 4,
});

const genitivePlain = sideBySide(
  ' stu dwustu trzystu czterystu pięciuset sześciuset siedmiuset ośmiuset dziewięciuset'.split(' '),
  '  dwudziestu trzydziestu czterdziestu pięćdziesięciu sześćdziesięciu siedemdziesięciu osiemdziesięciu dziewięćdziesięciu'.split(
    ' ',
  ),
  ' jednego dwóch trzech czterech pięciu sześciu siedmiu ośmiu dziewięciu dziesięciu jedenastu dwunastu trzynastu czternastu piętnastu szesnastu siedemnastu osiemnastu dziewiętnastu'.split(
    ' ',
  ),
);
const genitive = cardinals({
  zero: 'zera',
  small: (value, gender) =>
    value === 1
      ? gender === 'f'
        ? 'jednej'
        : 'jednego'
      : genitivePlain(value).replace(/jednego$/u, 'jeden'),
  scales: ['m tysiąca/tysięcy', 'm miliona/milionów', 'm miliarda/miliardów', 'm biliona/bilionów'],
  bare: 4,
});

const STEMS: Record<number, string> = Object.fromEntries([
  ...'zerowy pierwszy drugi trzeci czwarty piąty szósty siódmy ósmy dziewiąty dziesiąty jedenasty dwunasty trzynasty czternasty piętnasty szesnasty siedemnasty osiemnasty dziewiętnasty'
    .split(' ')
    .map((word, i) => [i, word]),
  ...'dwudziesty trzydziesty czterdziesty pięćdziesiąty sześćdziesiąty siedemdziesiąty osiemdziesiąty dziewięćdziesiąty'
    .split(' ')
    .map((word, i) => [20 + 10 * i, word]),
  ...'setny dwusetny trzechsetny czterechsetny pięćsetny sześćsetny siedemsetny osiemsetny dziewięćsetny'
    .split(' ')
    .map((word, i) => [100 + 100 * i, word]),
]);
/** Each row has the endings of "pierwszy", "drugi" and "trzeci". */
const ENDINGS = {
  m: ['y', 'i', 'i'],
  f: ['a', 'a', 'ia'],
  n: ['e', 'ie', 'ie'],
  genitive: ['ego', 'iego', 'iego'],
  locative: ['ym', 'im', 'im'],
  ofFeminine: ['ej', 'iej', 'iej'],
  accusative: ['ą', 'ą', 'ią'],
} as const;
type Ending = keyof typeof ENDINGS;

const rank = ranks<Ending>({
  stems: STEMS,
  attach: (word, ending) =>
    word.slice(0, -1) + ENDINGS[ending][word.endsWith('gi') ? 1 : word.endsWith('ci') ? 2 : 0],
  cardinal,
  thousandth: (thousands) =>
    thousands === 1
      ? 'tysięczny'
      : `${genitive(String(thousands))
          .replaceAll(' ', '')
          .replace(/^dwóch$/u, 'dwu')}tysięczny`,
  ranksTens: true,
});
const ranked = (figures: string, ending: Ending): string => rank(figures, ending) ?? cardinal(figures);

const AFTER_GENITIVE = endsWithWord(
  'do|od|z|ze|dla|podczas|około|ok\\.|bez|koniec|początku|końca|od godz\\.|do godz\\.',
);
const AFTER_LOCATIVE = endsWithWord('w|we|na|o|po|przy');
const LOCATIVE_MASCULINE =
  /(?:u|etapie|sezonie|rzędzie|tomie|rozdziale|kwartale|piętrze|planie|finale|odcinku|przypadku)$/u;

/** The noun's ending and the preposition tell the case well enough; a masculine nominative is the default. */
function pointOrdinal(figures: string, before: string, after: string): string | null {
  const noun = /^\s+(\p{L}+)/u.exec(after)?.[1] ?? '';
  if (figures.length > 3) return null;
  if (AFTER_LOCATIVE.test(before) && /(?:ie|u|i|y|ej|rze|dze|ce|ym|im)$/u.test(noun))
    return ranked(figures, LOCATIVE_MASCULINE.test(noun) ? 'locative' : 'ofFeminine');
  if (AFTER_GENITIVE.test(before))
    return ranked(figures, /(?:y|i|ej)$/u.test(noun) ? 'ofFeminine' : 'genitive');
  return ranked(figures, /a$/u.test(noun) ? 'f' : /[eo]$/u.test(noun) ? 'n' : 'm');
}

const TIME_OBLIQUE = endsWithWord('(?:o|od|do|po|około|ok\\.)(?:\\s(?:godz\\.|godzinie|godziny))?');

// 20-letni: dwudziestoletni
const ADJECTIVES_OF_COUNT = compoundReading(
  '(?:letni|osobow|dniow|godzinn|minutow|krotn|procentow|piętrow|calow|metrow)\\p{Ll}{0,4}',
  (figures, word) => {
    const joined = genitive(figures).replaceAll(' ', '');
    const linking: Record<string, string> = {
      '1': 'jedno',
      '2': 'dwu',
      '3': 'trzy',
      '4': 'cztero',
      '100': 'stu',
    };
    return (linking[figures] ?? joined.replace(/u$/u, 'o')) + word;
  },
);

export const grammar: Grammar = {
  ...tables,
  cardinal,
  decimal: pointed(cardinal, 'przecinek', 2),
  genitive: {
    after: endsWithWord(
      'do|od|z|ze|około|ok\\.|blisko|powyżej|poniżej|bez|dla|spośród|oprócz|więcej niż|mniej niż',
    ),
    cardinal: genitive,
    formFor: { one: 3, few: 2, many: 2, other: 3 },
  },
  // Two is "dwie" before feminine nouns. Their plural does not tell, so these are the usual ones.
  genderOf: (word, figures) => {
    if (figures === '1') return /a$/u.test(word) ? 'f' : /[oe]$/u.test(word) ? 'n' : 'm';
    return /^(?:osoby|kobiety|dziewczyny|godziny|minuty|sekundy|doby|noce|książki|strony|części|córki|siostry|klasy|rundy|grupy|sztuki|drogi|rzeczy|wersje|gry|bramki|szklanki|łyżki|łyżeczki|butelki|firmy|szkoły|ulice|próby|zmiany|opcje|strefy|nowe|główne|małe|duże|różne)$/u.test(
      word,
    )
      ? 'f'
      : 'm';
  },
  mixed: (whole, part, { whole: figures, top, bottom }) =>
    figures === '1' && top === '1' && bottom === '2' ? 'półtora' : `${whole} i ${part}`,
  range: rangeInGenitive({
    from: 'od',
    to: 'do',
    cardinal,
    genitive,
    decimal: pointed(cardinal, 'przecinek', 2),
    prepositions: 'w|na|po|za|przez|o|z|od|do|około|ok\\.|ponad|co|str\\.|s\\.|lata|latach',
  }),
  pointOrdinal,
  // Jan Paweł Drugi
  regnal: (figures, before) => rank(figures, /a\s$/u.test(before) ? 'f' : 'm'),
  date: ({ day, month, year }) => {
    const date = `${ranked(day, 'genitive')} ${month}`;
    return year ? `${date} ${ranked(year, 'genitive')} roku` : date;
  },
  time: (hour, minute, before) => {
    const spoken = hour === '0' ? 'zero' : ranked(hour, TIME_OBLIQUE.test(before) ? 'ofFeminine' : 'f');
    if (minute === '00') return hour === '0' ? 'zero zero zero' : spoken;
    return `${spoken} ${minutes(minute, cardinal)}`;
  },
  own: (grammar) => [ADJECTIVES_OF_COUNT, century(grammar), decade(grammar), year(grammar)],
};

// w XX wieku
function century(grammar: Grammar): Reading {
  return {
    starts: /[IVX]/u,
    pattern: /([IVX]{1,6})\s(wiekiem|wieku|wiek|w\.)(?!\p{L})/uy,
    read: (m, text) => {
      const [, letters = '', written = ''] = m;
      const isLocative = endsWithWord('w|we|o|po').test(preceding(text, m.index));
      const noun = written === 'w.' ? (isLocative ? 'wieku' : 'wiek') : written;
      const ending = noun === 'wiek' ? 'm' : isLocative || noun === 'wiekiem' ? 'locative' : 'genitive';
      return keepingFullStop(`${ranked(String(romanValue(letters)), ending)} ${noun}`, m, text, grammar);
    },
  };
}

// lata 90., w latach 90.
function decade(grammar: Grammar): Reading {
  return {
    starts: /[1-9]/u,
    pattern: /([1-9]0)\.?(?![\p{L}\p{N}])/uy,
    read: (m, text) => {
      const noun = /(?<!\p{L})(lata|latach|lat)\s$/iu.exec(preceding(text, m.index))?.[1]?.toLowerCase();
      const stem = STEMS[Number(m[1])]?.slice(0, -1);
      if (noun === undefined || stem === undefined) return null;
      return keepingFullStop(stem + (noun === 'lata' ? 'e' : 'ych'), m, text, grammar);
    },
  };
}

// 2026 r., w 2026 roku, 2026 rok
function year(grammar: Grammar): Reading {
  return {
    starts: /[12]/u,
    pattern: /((?:1\d|20)\d\d)\s(r\.|rokiem|roku|rok)(?!\p{L})/uy,
    read: (m, text) => {
      const [, figures = '', noun = ''] = m;
      const isLocative = endsWithWord('w|we|o|po').test(preceding(text, m.index));
      const ending = noun === 'rok' ? 'm' : isLocative || noun === 'rokiem' ? 'locative' : 'genitive';
      return keepingFullStop(`${ranked(figures, ending)} ${noun === 'r.' ? 'roku' : noun}`, m, text, grammar);
    },
  };
}
