import type { PhonemizedClause } from './phonemes/methods.ts';
import type { Clause } from './text/sentences.ts';
import type { Token } from './text/token.ts';

/** A symbol for the model, and its word. Punctuation and the spaces between words have none. */
export type Sound = { symbol: string; word: Token | null };

export type Rest = 'none' | 'clause' | 'sentence' | 'paragraph';

/** A sentence or part of one, spoken in one call of the model. */
export type Segment = {
  sounds: Sound[];
  restAfter: Rest;
  /** Requested silence before the segment, and after it instead of the rest. */
  leadMs?: number;
  pauseMs?: number;
  /** Speed relative to the rest of the text. */
  rate: number;
};

/** Part of a segment. It is not cut unless it is too long. */
export type Piece = Pick<Segment, 'sounds' | 'pauseMs' | 'rate'> & { restAfter?: Rest };

const SPACE = ' ';

export function soundsOf(clause: Clause, { phonemes, starts }: PhonemizedClause): Sound[] {
  if (phonemes === '') return [];
  const symbols = [...phonemes];
  const words = clause.words.flatMap((word, i) => {
    const own = symbols.slice(starts[i] ?? symbols.length, starts[i + 1] ?? symbols.length);
    const length = own.findLastIndex((symbol) => symbol !== SPACE) + 1;
    return own.map((symbol, at): Sound => ({ symbol, word: at < length ? word : null }));
  });
  return [...marks(clause.opening), ...words, ...marks(clause.closing)];
}

/** Words are separated by a space, and so are clauses. */
export function joined(one: readonly Sound[], other: readonly Sound[]): Sound[] {
  return [...one, { symbol: SPACE, word: null }, ...other];
}

export function trimmed(sounds: readonly Sound[]): Sound[] {
  const first = sounds.findIndex(({ symbol }) => symbol !== SPACE);
  const last = sounds.findLastIndex(({ symbol }) => symbol !== SPACE);
  return first < 0 ? [] : sounds.slice(first, last + 1);
}

export function isSpace({ symbol }: Sound): boolean {
  return symbol === SPACE;
}

export function phonemesOf(sounds: readonly Sound[]): string {
  return sounds.map(({ symbol }) => symbol).join('');
}

function marks(text: string): Sound[] {
  return [...text].map((symbol) => ({ symbol, word: null }));
}
