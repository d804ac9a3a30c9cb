import { type Age, type Gender, joinMoves, type Move } from './axes.ts';
import { type Wish, wishOf } from './lexicon.ts';
import { type Token, tokensOf } from './phrases.ts';

export type Wishes = {
  move: Move;
  gender?: Gender;
  age?: Age;
  /** Language of a named accent. */
  language?: string;
};

/** Wishes, and the words of the prompt as written, each once, in their order. */
export type Reading = Wishes & {
  /** Words that had an effect. */
  understood: string[];
  /** Words that had none. Words that say nothing about any voice are in neither list. */
  ignored: string[];
};

/** These stand before a word: `very deep`, `a bit brighter`. Several multiply. */
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
/** Words that hold a sentence together. */
const GRAMMAR = new Set(
  `a accent an and as at be by for from has have i in into is it its like make of on or please someone sound sounding sounds
  speak speaking speaks that the their they this to tone voice voices want was who whose will with you your`.split(
    /\s+/u,
  ),
);

function words(list: string, strength: number): [string, number][] {
  return list.split(' ').map((word) => [word, strength]);
}

/** Parses the description of a voice. Unknown words have no effect. */
export function readPrompt(prompt: string): Reading {
  const moves: { move: Move; weight: number }[] = [];
  const wishes: Omit<Wishes, 'move'> = {};
  const tokens = tokensOf(prompt);
  const effective = new Set<Token>();
  for (const [i, token] of tokens.entries()) {
    const wish = token && wishOf(token.word);
    if (!wish) continue;
    const modifiers = modifiersBefore(tokens, i);
    const weight = weightOf(modifiers.map(({ word }) => word));
    if (wish.move) moves.push({ move: wish.move, weight });
    const hasEffect = (weight > 0 && adopt(wishes, wish)) || Object.keys(wish.move ?? {}).length > 0;
    if (hasEffect) for (const one of [token, ...modifiers]) effective.add(one);
  }
  return { ...wishes, move: joinMoves(moves), ...reported(tokens, effective) };
}

/** The first word of each sort counts. Returns whether this one did, or agrees with it. */
function adopt(wishes: Omit<Wishes, 'move'>, { gender, age, language }: Wish): boolean {
  if (gender) wishes.gender ??= gender;
  if (age) wishes.age ??= age;
  if (language) wishes.language ??= language;
  return [
    gender && wishes.gender === gender,
    age && wishes.age === age,
    language && wishes.language === language,
  ].some(Boolean);
}

/** Modifiers among the words just before. Those before another term belong to that term. */
function modifiersBefore(tokens: readonly Token[], at: number): NonNullable<Token>[] {
  const before = tokens.slice(Math.max(0, at - REACH), at);
  const from = before.findLastIndex((token) => token === null || wishOf(token.word) !== undefined) + 1;
  return before
    .slice(from)
    .filter((token): token is NonNullable<Token> => token !== null && isModifier(token.word));
}

function isModifier(word: string): boolean {
  return STRENGTHS.has(word) || NEGATIONS.has(word) || EXCESS.has(word);
}

function weightOf(modifiers: readonly string[]): number {
  const strength = modifiers.reduce((product, word) => product * (STRENGTHS.get(word) ?? 1), 1);
  if (!modifiers.some((word) => NEGATIONS.has(word))) return strength;
  return modifiers.some((word) => EXCESS.has(word)) ? NOT_TOO : NEGATED * Math.min(1, strength);
}

function reported(tokens: readonly Token[], effective: ReadonlySet<Token>) {
  const spoken = tokens.filter((token) => token !== null);
  const written = (some: NonNullable<Token>[]) => [...new Set(some.map((token) => token.written))];
  return {
    understood: written(spoken.filter((token) => effective.has(token))),
    ignored: written(spoken.filter((token) => !effective.has(token) && !GRAMMAR.has(token.word))),
  };
}
