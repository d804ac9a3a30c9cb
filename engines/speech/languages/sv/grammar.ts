import type { Grammar } from '../../grammar/grammar.ts';
import { endsWithWord } from '../../grammar/number-words.ts';
import { scandinavianNumbers, scandinavianRules, tensFirst } from '../families/scandinavian.ts';
import { tables } from './tables.ts';

const ONES =
  'noll ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton'.split(
    ' ',
  );
const TENS = '  tjugo trettio fyrtio femtio sextio sjuttio åttio nittio'.split(' ');
const underHundred = tensFirst(ONES, TENS);
const joined = scandinavianNumbers({
  zero: 'noll',
  one: { common: 'en', neuter: 'ett' },
  alone: 'neuter',
  underHundred,
  hundred: 'hundra',
  thousand: 'tusen',
  and: '',
  gap: '',
  scales: [
    ['miljon', 'miljoner'],
    ['miljard', 'miljarder'],
    ['biljon', 'biljoner'],
  ],
});

/** Three equal letters become two: tjugoettusen. */
const cardinal: Grammar['cardinal'] = (figures, gender) => joined(figures, gender).replaceAll('ttt', 'tt');

const RANKS =
  'nollte första andra tredje fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte trettonde fjortonde femtonde sextonde sjuttonde artonde nittonde'.split(
    ' ',
  );

function ordinal(figures: string): string {
  const last = Number(figures.slice(-2));
  const part = last < 20 ? last : last % 10;
  if (part === 0) return cardinal(figures) + (/tio$|tjugo$/u.test(cardinal(figures)) ? 'nde' : 'de');
  const rest = String(Number(figures) - part);
  return (rest === '0' ? '' : cardinal(rest)) + RANKS[part];
}

const YEAR_CUE = endsWithWord(
  'år|åren|sedan|hösten|våren|sommaren|vintern|januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december|i|mellan|till|från',
);

function year(figures: string, before: string): string | null {
  const century = Number(figures.slice(0, 2));
  const rest = Number(figures.slice(2));
  if (century < 11 || (century === 20 && (rest === 0 || !YEAR_CUE.test(before)))) return null;
  return `${underHundred(century, 'ett')}hundra${rest === 0 ? '' : underHundred(rest, 'ett')}`;
}

export const grammar: Grammar = {
  ...tables,
  ...scandinavianRules({
    cardinal,
    ordinal,
    year,
    neuter:
      /^(?:år|barn|hus|land|rum|ord|namn|språk|exempel|kilo|ton|gram|mål|steg|försök|par|stycke|glas|ägg|brev|lån|nytt|stort|litet|\p{L}+(?:um|ment|ande|ende|hus|rum|år|barn|program|spel|system))$/u,
    compounds: 'tal(?:et|ets|s)?|(?:årig|års|dagars|timmars|procentig)\\p{Ll}{0,3}|åring(?:en|ar|s)?',
  }),
  suffixOrdinal: { suffix: ':[ea]|:e', read: (figures) => ordinal(figures) },
};
