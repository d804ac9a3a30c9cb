import { compoundReading } from '../../grammar/codes.ts';
import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { cardinals, endsWithWord, formOf, minutes, sideBySide } from '../../grammar/number-words.ts';
import { ranks, withWholes } from '../families/slavic.ts';
import { tables } from './tables.ts';

const words = (list: string): string[] => list.replaceAll('_', '').split(' ');
const ONE: Record<Gender, string> = { m: 'jeden', f: 'jedna', n: 'jedno' };

const HUNDREDS = 'x,sto,dvě stě,tři sta,čtyři sta,pět set,šest set,sedm set,osm set,devět set'
  .split(',')
  .with(0, '');
const ONES = words(
  '_ jedna dva tři čtyři pět šest sedm osm devět deset jedenáct dvanáct třináct čtrnáct patnáct šestnáct sedmnáct osmnáct devatenáct',
);
const TENS = words('_ _ dvacet třicet čtyřicet padesát šedesát sedmdesát osmdesát devadesát');
const plain = sideBySide(HUNDREDS, TENS, ONES);

/** Only one and two themselves take a gender; "dvacet jedna" and "dvacet dva" stay. */
const small = (value: number, gender: Gender | undefined): string => {
  if (value === 1) return gender ? ONE[gender] : 'jedna';
  return value === 2 && (gender === 'f' || gender === 'n') ? 'dvě' : plain(value);
};
const cardinal = cardinals({
  zero: 'nula',
  small,
  scales: [
    'm tisíc/tisíce/tisíc',
    'm milion/miliony/milionů',
    'f miliarda/miliardy/miliard',
    'm bilion/biliony/bilionů',
  ],
  formOf: formOf('cs', tables.formFor),
  bare: 4,
});

const genitivePlain = sideBySide(
  ['', 'sta', ...'dvou tří čtyř pěti šesti sedmi osmi devíti'.split(' ').map((one) => `${one} set`)],
  words('_ _ dvaceti třiceti čtyřiceti padesáti šedesáti sedmdesáti osmdesáti devadesáti'),
  words(
    '_ jedna dvou tří čtyř pěti šesti sedmi osmi devíti deseti jedenácti dvanácti třinácti čtrnácti patnácti šestnácti sedmnácti osmnácti devatenácti',
  ),
);
const genitive = cardinals({
  zero: 'nuly',
  small: (value, gender) => (value === 1 ? (gender === 'f' ? 'jedné' : 'jednoho') : genitivePlain(value)),
  scales: ['m tisíce/tisíc', 'm milionu/milionů', 'f miliardy/miliard', 'm bilionu/bilionů'],
  bare: 4,
});

const STEMS: Record<number, string> = Object.fromEntries([
  ...words(
    'nultý první druhý třetí čtvrtý pátý šestý sedmý osmý devátý desátý jedenáctý dvanáctý třináctý čtrnáctý patnáctý šestnáctý sedmnáctý osmnáctý devatenáctý',
  ).map((word, i) => [i, word]),
  ...words('dvacátý třicátý čtyřicátý padesátý šedesátý sedmdesátý osmdesátý devadesátý').map((word, i) => [
    20 + 10 * i,
    word,
  ]),
  ...words('stý dvoustý třístý čtyřstý pětistý šestistý sedmistý osmistý devítistý').map((word, i) => [
    100 + 100 * i,
    word,
  ]),
]);
/** Of hard and soft adjectives: pátý, první. */
const ENDINGS = {
  m: ['ý', 'í'],
  f: ['á', 'í'],
  n: ['é', 'í'],
  genitive: ['ého', 'ího'],
  locative: ['ém', 'ím'],
  ofFeminine: ['é', 'í'],
} as const;
type Ending = keyof typeof ENDINGS;
const rank = ranks<Ending>({
  stems: STEMS,
  attach: (word, ending) => word.slice(0, -1) + ENDINGS[ending][word.endsWith('í') ? 1 : 0],
  cardinal,
  thousandth: (thousands) =>
    thousands === 1 ? 'tisící' : `${genitive(String(thousands)).replaceAll(' ', '')}tisící`,
  ranksTens: true,
});
const ranked = (figures: string, ending: Ending): string => rank(figures, ending) ?? cardinal(figures);

/** The noun's ending and the preposition tell the case well enough; a masculine nominative is the default. */
function pointOrdinal(figures: string, before: string, after: string): string | null {
  const noun = /^\s+(\p{L}+)/u.exec(after)?.[1] ?? '';
  if (figures.length > 3) return null;
  if (endsWithWord('v|ve|na|o|po|při').test(before) && /(?:u|ě|e|i|ém|é)$/u.test(noun))
    return ranked(
      figures,
      /(?:u|ém|místě|poschodí|patře|století|kole|díle|měsíci)$/u.test(noun) ? 'locative' : 'ofFeminine',
    );
  if (endsWithWord('do|od|z|ze|během|kolem|okolo|u|konce|začátku').test(before))
    return ranked(figures, /(?:y|i|e|é)$/u.test(noun) ? 'ofFeminine' : 'genitive');
  return ranked(figures, /[aá]$/u.test(noun) ? 'f' : /[oéí]$/u.test(noun) ? 'n' : 'm');
}

function year(figures: string): string {
  const [century, rest] = [Number(figures.slice(0, 2)), Number(figures.slice(2))];
  if (century < 11 || century > 19) return cardinal(figures);
  return `${plain(century)} set${rest === 0 ? '' : ` ${plain(rest)}`}`;
}

export const grammar: Grammar = {
  ...tables,
  cardinal,
  decimal: (whole, fraction) => withWholes(whole, fraction, cardinal),
  genitive: {
    after: endsWithWord('do|od|z|ze|kolem|okolo|bez|podle|během|u|vedle|včetně|místo'),
    cardinal: genitive,
    formFor: { one: 3, few: 2, other: 2, many: 3 },
  },
  genderOf: (word, figures) => {
    if (figures === '1') return /a$/u.test(word) ? 'f' : /[oeí]$/u.test(word) ? 'n' : 'm';
    // Feminine and neuter: dvě knihy, dvě města. Their plural does not tell, so these are the usual ones.
    return /^(?:hodiny|minuty|sekundy|ženy|holky|osoby|knihy|stránky|strany|části|dcery|sestry|třídy|skupiny|koruny|noci|cesty|země|verze|auta|města|slova|místa|procenta|piva|jídla|čísla|děti|nové|velké|malé|hlavní)$/u.test(
      word,
    )
      ? 'f'
      : 'm';
  },
  mixed: (whole, part, { whole: figures, top, bottom }) => {
    if (top !== '1' || bottom !== '2') return `${whole} a ${part}`;
    return figures === '1' ? 'jeden a půl' : `${whole} a půl`;
  },
  pointOrdinal,
  regnal: (figures, before) => rank(figures, /a\s$/u.test(before) ? 'f' : 'm'),
  date: ({ day, month, year: figures }) =>
    [ranked(day, 'genitive'), month, figures && year(figures)].filter(Boolean).join(' '),
  year,
  time: (hour, minute, before) => {
    const isGenitive = endsWithWord('od|do|kolem|okolo').test(before);
    const spoken = isGenitive ? genitive(hour, 'f') : cardinal(hour, 'f');
    if (minute === '00')
      return `${spoken} ${isGenitive ? (hour === '1' ? 'hodiny' : 'hodin') : hour === '1' ? 'hodina' : Number(hour) > 1 && Number(hour) < 5 ? 'hodiny' : 'hodin'}`;
    return `${spoken} ${minutes(minute, cardinal)}`;
  },
  // 20letý: dvacetiletý; 5krát
  own: () => [
    compoundReading(
      'krát|(?:let|denní|členn|hodinov|minutov|procentní|místn|patrov|metrov)\\p{Ll}{0,4}',
      (figures, word) => {
        const linking: Record<string, string> = { '1': 'jedno', '2': 'dvou', '100': 'sto' };
        if (word === 'krát') return `${cardinal(figures)}krát`;
        return (linking[figures] ?? genitive(figures).replaceAll(' ', '')) + word;
      },
    ),
  ],
};
