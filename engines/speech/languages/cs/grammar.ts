import { compoundReading } from '../../grammar/codes.ts';
import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { cardinals, endsWithWord, formOf, minutes, sideBySide } from '../../grammar/number-words.ts';
import { czechSlovak, type Ending, hours, rankStems, wordList } from '../families/czech-slovak.ts';
import { ranks } from '../families/slavic.ts';
import { tables } from './tables.ts';

const ONE: Record<Gender, string> = { m: 'jeden', f: 'jedna', n: 'jedno' };

const HUNDREDS = 'x,sto,dvě stě,tři sta,čtyři sta,pět set,šest set,sedm set,osm set,devět set'
  .split(',')
  .with(0, '');
const ONES = wordList(
  '_ jedna dva tři čtyři pět šest sedm osm devět deset jedenáct dvanáct třináct čtrnáct patnáct šestnáct sedmnáct osmnáct devatenáct',
);
const TENS = wordList('_ _ dvacet třicet čtyřicet padesát šedesát sedmdesát osmdesát devadesát');
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
  wordList('_ _ dvaceti třiceti čtyřiceti padesáti šedesáti sedmdesáti osmdesáti devadesáti'),
  wordList(
    '_ jedna dvou tří čtyř pěti šesti sedmi osmi devíti deseti jedenácti dvanácti třinácti čtrnácti patnácti šestnácti sedmnácti osmnácti devatenácti',
  ),
);
const genitive = cardinals({
  zero: 'nuly',
  small: (value, gender) => (value === 1 ? (gender === 'f' ? 'jedné' : 'jednoho') : genitivePlain(value)),
  scales: ['m tisíce/tisíc', 'm milionu/milionů', 'f miliardy/miliard', 'm bilionu/bilionů'],
  bare: 4,
});

const STEMS = rankStems(
  'nultý první druhý třetí čtvrtý pátý šestý sedmý osmý devátý desátý jedenáctý dvanáctý třináctý čtrnáctý patnáctý šestnáctý sedmnáctý osmnáctý devatenáctý',
  'dvacátý třicátý čtyřicátý padesátý šedesátý sedmdesátý osmdesátý devadesátý',
  'stý dvoustý třístý čtyřstý pětistý šestistý sedmistý osmistý devítistý',
);
/** Hard adjectives such as "pátý" take the first ending, soft ones such as "první" the second. */
const ENDINGS: Record<Ending, readonly [hard: string, soft: string]> = {
  m: ['ý', 'í'],
  f: ['á', 'í'],
  n: ['é', 'í'],
  genitive: ['ého', 'ího'],
  locative: ['ém', 'ím'],
  ofFeminine: ['é', 'í'],
};
const rank = ranks<Ending>({
  stems: STEMS,
  attach: (word, ending) => word.slice(0, -1) + ENDINGS[ending][word.endsWith('í') ? 1 : 0],
  cardinal,
  thousandth: (thousands) =>
    thousands === 1 ? 'tisící' : `${genitive(String(thousands)).replaceAll(' ', '')}tisící`,
  ranksTens: true,
});
const ranked = (figures: string, ending: Ending): string => rank(figures, ending) ?? cardinal(figures);

function year(figures: string): string {
  const century = Number(figures.slice(0, 2));
  const rest = Number(figures.slice(2));
  if (century < 11 || century > 19) return cardinal(figures);
  return `${plain(century)} set${rest === 0 ? '' : ` ${plain(rest)}`}`;
}

export const grammar: Grammar = {
  ...tables,
  cardinal,
  ...czechSlovak({
    cardinal,
    genitive,
    rank,
    genitiveAfter: 'do|od|z|ze|kolem|okolo|bez|podle|během|u|vedle|včetně|místo',
    neuter: /[oeí]$/u,
    feminineAfterTwo:
      /^(?:hodiny|minuty|sekundy|ženy|holky|osoby|knihy|stránky|strany|části|dcery|sestry|třídy|skupiny|koruny|noci|cesty|země|verze|auta|města|slova|místa|procenta|piva|jídla|čísla|děti|nové|velké|malé|hlavní)$/u,
    ranked: {
      locativeAfter: 'v|ve|na|o|po|při',
      locative: /(?:u|ě|e|i|ém|é)$/u,
      locativeOfOthers: /(?:u|ém|místě|poschodí|patře|století|kole|díle|měsíci)$/u,
      genitiveAfter: 'do|od|z|ze|během|kolem|okolo|u|konce|začátku',
      genitiveOfFeminine: /(?:y|i|e|é)$/u,
      neuter: /[oéí]$/u,
    },
  }),
  mixed: (whole, part, { whole: figures, top, bottom }) => {
    if (top !== '1' || bottom !== '2') return `${whole} a ${part}`;
    return figures === '1' ? 'jeden a půl' : `${whole} a půl`;
  },
  date: ({ day, month, year: figures }) =>
    [ranked(day, 'genitive'), month, figures && year(figures)].filter(Boolean).join(' '),
  year,
  time: (hour, minute, before) => {
    const isGenitive = endsWithWord('od|do|kolem|okolo').test(before);
    const spoken = isGenitive ? genitive(hour, 'f') : cardinal(hour, 'f');
    if (minute === '00')
      return `${spoken} ${isGenitive ? (hour === '1' ? 'hodiny' : 'hodin') : hours(hour, 'hodin')}`;
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
