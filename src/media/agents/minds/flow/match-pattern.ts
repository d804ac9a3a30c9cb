import { type Word, wordsOf } from '../../words.ts';
import { digitsOf, numberAt } from './numbers.ts';
import type { Element, Pattern } from './pattern.ts';

export type Slots = Record<string, string | number | boolean>;

/** What was said, once for all patterns that are tried on it. */
export type Said = { text: string; words: readonly Word[]; language: string };

export function readSaid(text: string, language: string): Said {
  return { text, words: wordsOf(text), language };
}

/**
 * The slots of the first place where the pattern fits; null if there is none. Time is linear in words times elements:
 * whether the rest fits from a word on is worked out once, from the end, and nothing is tried twice.
 */
export function matchPattern(pattern: Pattern, said: Said): Slots | null {
  const columns = said.words.length + 1;
  const fits = new Uint8Array((pattern.length + 1) * columns).fill(1, pattern.length * columns);
  const fitsFrom = (element: number, word: number) => fits[element * columns + word] === 1;
  for (let element = pattern.length - 1; element >= 0; element--)
    for (let word = columns - 1; word >= 0; word--)
      if (nextWord(pattern, said, fitsFrom, element, word) !== null) fits[element * columns + word] = 1;
  for (let word = 0; word < columns; word++)
    if (fitsFrom(0, word)) return collect(pattern, said, fitsFrom, word);
  return null;
}

type FitsFrom = (element: number, word: number) => boolean;

/** Where the next element begins if this one begins at this word. Null if it cannot. */
function nextWord(
  pattern: Pattern,
  said: Said,
  fitsFrom: FitsFrom,
  at: number,
  word: number,
): { element: number; word: number } | null {
  const element = pattern[at];
  for (const [element_, word_] of element ? steps(element, said, at, word) : [])
    if (fitsFrom(element_, word_)) return { element: element_, word: word_ };
  return null;
}

/** In order of preference. A step that stays with its element takes one more word. */
function* steps(element: Element, said: Said, at: number, word: number): Generator<[number, number]> {
  const { words, language } = said;
  const isWord = word < words.length;
  if (element.kind === 'words') {
    for (const alternative of element.alternatives)
      if (alternative.every((text, i) => words[word + i]?.folded === text))
        yield [at + 1, word + alternative.length];
    if (element.optional) yield [at + 1, word];
  } else if (element.kind === 'any') {
    yield [at + 1, word];
    if (isWord) yield [at, word + 1];
  } else if (element.type === 'number') {
    const found = numberAt(words, word, language);
    if (found) yield [at + 1, word + found.length];
  } else if (element.type === 'digits') {
    if (digitsOf(words[word], language) === null) return;
    yield [at, word + 1];
    yield [at + 1, word + 1];
  } else if (isWord) {
    yield [at + 1, word + 1];
    if (element.type === 'text') yield [at, word + 1];
  }
}

function collect(pattern: Pattern, said: Said, fitsFrom: FitsFrom, first: number): Slots {
  const slots: Slots = {};
  let word = first;
  for (const [at, element] of pattern.entries()) {
    const begin = word;
    for (let here = at; here === at; ) {
      const next = nextWord(pattern, said, fitsFrom, at, word);
      if (!next) break;
      ({ element: here, word } = next);
    }
    // Nothing follows, so a text goes on to the end.
    const isLast = at === pattern.length - 1;
    if (element.kind === 'slot' && element.type === 'text' && isLast) word = said.words.length;
    if (element.kind === 'slot') slots[element.name] = slotValue(element.type, said, begin, word);
  }
  return slots;
}

function slotValue(
  type: string,
  { text, words, language }: Said,
  begin: number,
  end: number,
): string | number {
  if (type === 'number') return numberAt(words, begin, language)?.value ?? 0;
  if (type === 'digits')
    return words
      .slice(begin, end)
      .map((word) => digitsOf(word, language) ?? '')
      .join('');
  return text.slice(words[begin]?.start ?? 0, words[end - 1]?.end ?? 0);
}
