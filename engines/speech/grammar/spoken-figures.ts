import { cardinal, digits, HARD_SPACES } from './amounts.ts';
import { type GrammarLanguage, grammarOf } from './reader.ts';

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

/** How a rank is written in figures, where no point follows it. `#` is the number. */
const RANKS: Partial<Record<GrammarLanguage, { suffix: string } | { words: string }>> = {
  ca: { suffix: 'è' },
  id: { words: 'ke#' },
  nl: { suffix: 'e' },
  ro: { suffix: '-lea' },
  ru: { suffix: '-й' },
  sv: { suffix: ':e' },
  uk: { suffix: '-й' },
};

export function spokenFigures(language: GrammarLanguage): SpokenFigures {
  const grammar = grammarOf(language);
  const rank = RANKS[language];
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
