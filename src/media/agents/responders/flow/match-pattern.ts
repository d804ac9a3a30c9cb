import { type Word, wordsOf } from '../../words.ts';
import { digitsOf, numberAt } from './numbers.ts';
import type { Element, Pattern } from './pattern.ts';

export type Slots = Record<string, string | number | boolean>;

/** The words are read once for all patterns that are tried on them. */
export type Said = { text: string; words: readonly Word[]; language: string };

export function readSaid(text: string, language: string): Said {
  return { text, words: wordsOf(text), language };
}

/**
 * Tells for each element of a pattern and each word whether the rest of the pattern fits from there on. Rows are
 * elements.
 */
type Table = { fits: Uint8Array; columns: number };

/**
 * The slots of the first place where the pattern fits; null if there is none. Time is linear in words times elements:
 * whether the rest fits from a word on is worked out once, from the end, and nothing is tried twice.
 */
export function matchPattern(pattern: Pattern, said: Said): Slots | null {
  const columns = said.words.length + 1;
  const fits = new Uint8Array((pattern.length + 1) * columns).fill(1, pattern.length * columns);
  const table = { fits, columns };
  for (const [at, element] of [...pattern.entries()].reverse()) {
    let fitsSomewhere = false;
    for (let word = columns - 1; word >= 0; word--)
      if (nextPlace(element, said, table, at, word) >= 0) {
        fits[at * columns + word] = 1;
        fitsSomewhere = true;
      }
    // No earlier element can fit if this one fits nowhere.
    if (!fitsSomewhere) return null;
  }
  const first = fits.subarray(0, columns).indexOf(1);
  return first < 0 ? null : collect(pattern, said, table, first);
}

/**
 * The place in the table that is best to go on with if this element begins at this word; -1 if it cannot. A place in the
 * same row takes one more word for the same element. Called for every place of every pattern, so it allocates nothing.
 */
function nextPlace(element: Element, said: Said, { fits, columns }: Table, at: number, word: number): number {
  const { words, language } = said;
  const more = at * columns + word + 1;
  const after = more + columns;
  if (element.kind === 'words') {
    for (const alternative of element.alternatives) {
      const next = after - 1 + alternative.length;
      if (beginsWith(words, word, alternative) && fits[next] === 1) return next;
    }
    return element.optional && fits[after - 1] === 1 ? after - 1 : -1;
  }
  const isWord = word < words.length;
  if (element.kind === 'any') {
    if (fits[after - 1] === 1) return after - 1;
    return isWord && fits[more] === 1 ? more : -1;
  }
  if (!isWord) return -1;
  switch (element.type) {
    case 'number': {
      const { length } = numberAt(words, word, language) ?? { length: 0 };
      return length > 0 && fits[after - 1 + length] === 1 ? after - 1 + length : -1;
    }
    case 'digits':
      if (digitsOf(words[word], language) === null) return -1;
      if (fits[more] === 1) return more;
      return fits[after] === 1 ? after : -1;
    case 'word':
      return fits[after] === 1 ? after : -1;
    case 'text':
      if (fits[after] === 1) return after;
      return fits[more] === 1 ? more : -1;
  }
}

function beginsWith(words: readonly Word[], from: number, expected: readonly string[]): boolean {
  for (let i = 0; i < expected.length; i++) if (words[from + i]?.folded !== expected[i]) return false;
  return true;
}

function collect(pattern: Pattern, said: Said, table: Table, first: number): Slots {
  const slots: Slots = {};
  let word = first;
  for (const [at, element] of pattern.entries()) {
    const begin = word;
    for (let row = at; row === at; ) {
      const next = nextPlace(element, said, table, at, word);
      if (next < 0) break;
      row = Math.floor(next / table.columns);
      word = next % table.columns;
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
