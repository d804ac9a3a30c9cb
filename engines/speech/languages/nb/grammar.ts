import type { Grammar } from '../../grammar/grammar.ts';
import { endsWithWord } from '../../grammar/number-words.ts';
import { scandinavianNumbers, scandinavianRules, tensFirst } from '../families/scandinavian.ts';
import { tables } from './tables.ts';

const ONES =
  'null en to tre fire fem seks sju åtte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten'.split(
    ' ',
  );
const TENS = '  tjue tretti førti femti seksti sytti åtti nitti'.split(' ');
const underHundred = tensFirst(ONES, TENS);
const cardinal = scandinavianNumbers({
  zero: 'null',
  one: { common: 'en', neuter: 'ett' },
  alone: 'common',
  underHundred,
  hundred: 'hundre',
  thousand: 'tusen',
  and: ' og ',
  gap: ' ',
  scales: [
    ['million', 'millioner'],
    ['milliard', 'milliarder'],
    ['billion', 'billioner'],
  ],
});

const RANKS =
  'nulte første andre tredje fjerde femte sjette sjuende åttende niende tiende ellevte tolvte trettende fjortende femtende sekstende syttende attende nittende'.split(
    ' ',
  );

function ordinal(figures: string): string {
  const last = Number(figures.slice(-2));
  const part = last < 20 ? last : last % 10;
  const words = cardinal(figures);
  if (part === 0)
    return /tjue$/u.test(words)
      ? `${words}nde`
      : /ti$/u.test(words)
        ? `${words}ende`
        : /hundre$/u.test(words)
          ? `${words}de`
          : `${words}ende`.replace(/nende$/u, 'nde');
  const rest = words.slice(0, words.length - (ONES[part] ?? '').length);
  return rest + RANKS[part];
}

const YEAR_CUE = endsWithWord(
  'år|året|årene|i|siden|fra|til|mellom|høsten|våren|sommeren|vinteren|januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember',
);

/** nitten nittini, nitten null fem, tjue tjueseks; 2000 to 2009 are read as numbers. */
function year(figures: string, before: string): string | null {
  const century = Number(figures.slice(0, 2));
  const rest = Number(figures.slice(2));
  if (century < 11 || (century === 20 && (rest < 10 || !YEAR_CUE.test(before)))) return null;
  const head = underHundred(century, 'en');
  if (rest === 0) return `${head} hundre`;
  return `${head} ${rest < 10 ? 'null ' : ''}${underHundred(rest, 'en')}`;
}

export const grammar: Grammar = {
  ...tables,
  ...scandinavianRules({
    cardinal,
    ordinal,
    year,
    neuter:
      /^(?:år|barn|hus|land|rom|ord|navn|språk|eksempel|kilo|tonn|mål|steg|forsøk|par|stykke|glass|egg|brev|sted|spørsmål|minutt|sekund|nytt|stort|lite|\p{L}+(?:hus|rom|år|barn|program|spill|system))$/u,
    compounds: 'tall(?:et|ets)?|(?:årig|års|dagers|timers|prosentig)\\p{Ll}{0,2}|åring(?:en|er)?',
  }),
  pointOrdinal: (figures) => (figures.length > 3 ? null : ordinal(figures)),
};
