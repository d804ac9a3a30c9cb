import { type Age, type Gender, joinMoves, type Move } from './axes.ts';
import { wishOf } from './lexicon.ts';
import { inPlainWords } from './phrases.ts';

export type Wishes = {
  move: Move;
  gender?: Gender;
  age?: Age;
  /** Language of a named accent. */
  language?: string;
};

/** Before a word: `very deep`, `a bit brighter`. Several multiply. */
const STRENGTHS = new Map<string, number>([
  ...words('slightly somewhat little bit touch tad mildly subtly hint fairly', 0.5),
  ...words('very much really far extremely super incredibly strongly considerably lot', 1.6),
]);
/** `Not too deep` means slightly deep; `not deep` means the opposite. */
const NEGATIONS = new Set("not no never without nor less isn’t isn't don’t don't".split(' '));
const EXCESS = new Set('too overly that so excessively'.split(' '));
const NEGATED = -0.7;
const NOT_TOO = 0.3;
/** A modifier or negation applies up to this many words ahead: `not a very deep voice`. */
const REACH = 3;

function words(list: string, strength: number): [string, number][] {
  return list.split(' ').map((word) => [word, strength]);
}

/** Parses the description of a voice. Unknown words have no effect. */
export function readPrompt(prompt: string): Wishes {
  const moves: { move: Move; weight: number }[] = [];
  const wishes: Omit<Wishes, 'move'> = {};
  for (const clause of inPlainWords(prompt).split(/[.,;:!?()\n]+|\bbut\b/u)) {
    const spoken = clause.match(/[\p{L}’']+/gu) ?? [];
    for (const [i, word] of spoken.entries()) {
      const wish = wishOf(word);
      if (!wish) continue;
      const weight = weightOf(spoken.slice(Math.max(0, i - REACH), i));
      if (wish.move) moves.push({ move: wish.move, weight });
      if (weight < 0) continue;
      const { gender, age, language } = wish;
      if (gender) wishes.gender ??= gender;
      if (age) wishes.age ??= age;
      if (language) wishes.language ??= language;
    }
  }
  return { ...wishes, move: joinMoves(moves) };
}

/** Strength from the words just before. Words before another term belong to that term. */
function weightOf(before: readonly string[]): number {
  const from = before.findLastIndex((word) => wishOf(word) !== undefined) + 1;
  const own = before.slice(from);
  const isNegated = own.some((word) => NEGATIONS.has(word));
  const strength = own.reduce((product, word) => product * (STRENGTHS.get(word) ?? 1), 1);
  if (!isNegated) return strength;
  return own.some((word) => EXCESS.has(word)) ? NOT_TOO : NEGATED * Math.min(1, strength);
}
