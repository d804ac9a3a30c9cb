import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { endsWithWord } from '../../grammar/number-words.ts';

/** The cases that ranks take in figures: `ofFeminine` is the genitive and the locative of feminine nouns. */
export type Ending = 'm' | 'f' | 'n' | 'genitive' | 'locative' | 'ofFeminine';

type Words = {
  cardinal: Grammar['cardinal'];
  genitive: Grammar['cardinal'];
  /** Returns null if there is no such rank. */
  rank(figures: string, ending: Ending): string | null;
  /** The words after which a number is in the genitive. */
  genitiveAfter: string;
  /** Endings of neuter nouns after one. */
  neuter: RegExp;
  /** Feminine and neuter nouns after two. Their plural does not tell, so these are the usual ones. */
  feminineAfterTwo: RegExp;
  /** The endings of the noun after a rank, and the words before it, tell the case well enough. */
  ranked: {
    locativeAfter: string;
    locative: RegExp;
    locativeOfOthers: RegExp;
    genitiveAfter: string;
    genitiveOfFeminine: RegExp;
    neuter: RegExp;
  };
};

type Rules = Required<Pick<Grammar, 'decimal' | 'genitive' | 'genderOf' | 'pointOrdinal' | 'regnal'>>;

/** Rules that Czech and Slovak share. Their words differ. */
export function czechSlovak(words: Words): Rules {
  const { cardinal, rank, ranked } = words;
  const locativeAfter = endsWithWord(ranked.locativeAfter);
  const genitiveAfter = endsWithWord(ranked.genitiveAfter);

  /** A masculine nominative is the default. */
  const endingFor = (noun: string, before: string): Ending => {
    if (locativeAfter.test(before) && ranked.locative.test(noun))
      return ranked.locativeOfOthers.test(noun) ? 'locative' : 'ofFeminine';
    if (genitiveAfter.test(before)) return ranked.genitiveOfFeminine.test(noun) ? 'ofFeminine' : 'genitive';
    return /[aá]$/u.test(noun) ? 'f' : ranked.neuter.test(noun) ? 'n' : 'm';
  };

  return {
    decimal: (whole, fraction) => withWholes(whole, fraction, cardinal),
    genitive: {
      after: endsWithWord(words.genitiveAfter),
      cardinal: words.genitive,
      formFor: { one: 3, few: 2, other: 2, many: 3 },
    },
    genderOf: (word, figures): Gender => {
      if (figures === '1') return /a$/u.test(word) ? 'f' : words.neuter.test(word) ? 'n' : 'm';
      return words.feminineAfterTwo.test(word) ? 'f' : 'm';
    },
    pointOrdinal: (figures, before, after) => {
      if (figures.length > 3) return null;
      const noun = /^\s+(\p{L}+)/u.exec(after)?.[1] ?? '';
      return rank(figures, endingFor(noun, before)) ?? cardinal(figures);
    },
    regnal: (figures, before) => rank(figures, /a\s$/u.test(before) ? 'f' : 'm'),
  };
}

/** Decimals: nula celá pět, dvě celé pět, pět celých pět. */
function withWholes(whole: string, fraction: string, cardinal: Grammar['cardinal']): string {
  const value = Number(whole);
  const unit = value < 2 ? 'celá' : value < 5 ? 'celé' : 'celých';
  const zeros = /^0*/u.exec(fraction)?.[0] ?? '';
  const rest = fraction.slice(zeros.length);
  const tail = rest.length > 2 ? [...rest].map((figure) => cardinal(figure)) : rest ? [cardinal(rest)] : [];
  return [cardinal(whole, 'f'), unit, ...[...zeros].map(() => 'nula'), ...tail].join(' ');
}

/** Words side by side; `_` stands for none. */
export function wordList(list: string): string[] {
  return list.replaceAll('_', '').split(' ');
}

/** Returns the stems by number: 0 to 19, the tens from 20 on, the hundreds. */
export function rankStems(ones: string, tens: string, hundreds: string): Record<number, string> {
  return Object.fromEntries([
    ...wordList(ones).map((word, i) => [i, word]),
    ...wordList(tens).map((word, i) => [20 + 10 * i, word]),
    ...wordList(hundreds).map((word, i) => [100 + 100 * i, word]),
  ]);
}

/** One hour, two to four hours, other numbers of hours. */
export function hours(hour: string, many: string): string {
  return hour === '1' ? 'hodina' : Number(hour) > 1 && Number(hour) < 5 ? 'hodiny' : many;
}
