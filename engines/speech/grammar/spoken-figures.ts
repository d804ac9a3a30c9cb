import { cardinal, digits, HARD_SPACES } from './amounts.ts';
import type { Grammar } from './grammar.ts';

/** How figures are read when the caller says as what. */
export type SpokenFigures = {
  cardinal(figures: string): string;
  ordinal(figures: string): string;
  digits(figures: string): string;
  minus: string;
  plus: string;
  /** Part of a character class. */
  groupSigns: string;
};

export function spokenFigures(grammar: Grammar): SpokenFigures {
  const { rank } = grammar;
  return {
    cardinal: (figures) => cardinal(figures, grammar),
    digits: (figures) => digits(figures, grammar),
    ordinal: (figures) => {
      const bare = figures.replace(/^0+(?=\d)/u, '');
      if (rank && 'words' in rank) return rank.words.replace('#', cardinal(bare, grammar));
      const read = rank
        ? grammar.suffixOrdinal?.read(bare, rank.suffix, '')
        : grammar.pointOrdinal?.(bare, '', '');
      return read ?? cardinal(bare, grammar);
    },
    minus: grammar.minus,
    plus: grammar.plus,
    groupSigns: grammar.groupSigns + HARD_SPACES,
  };
}
