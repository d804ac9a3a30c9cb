import type { PhonemizedClause } from './phonemes/methods.ts';
import type { Clause } from './text/sentences.ts';
import type { Token } from './text/token.ts';

/** A symbol that the model is given, and the word that it is a part of; marks and the spaces between words have none. */
export type Sound = { symbol: string; word: Token | null };

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

/** Words of one clause are parted by a space, and so are clauses. */
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
