import { KINDS, type NamedKind } from '../kinds/index.ts';
import { CHANGES, stemsOf } from './modifiers.ts';
import { FILLERS } from './words.ts';

/** Kinds by their phrases, as stems joined with spaces. Names come first, then the first kind that claims a phrase. */
export const PHRASES = new Map([
  ...indexed(({ words }) => words.split(', ')),
  ...indexed(({ name }) => [name]),
]);
/** The same by the words that carry meaning: "knock on the door" is also found in "knocks at an old metal door". */
export const MEANINGS = new Map(
  [...PHRASES].flatMap(([stems, kind]): [string, NamedKind][] => {
    const meaning = stems.split(' ').filter((stem) => !FILLERS.has(stem) && !CHANGES.has(stem));
    return meaning.length > 1 ? [[meaning.join(' '), kind]] : [];
  }),
);
const HINTS = indexed(({ hints }) => hints?.split(', ') ?? []);

export const LONGEST_PHRASE = Math.max(...[...PHRASES.keys()].map((stems) => stems.split(' ').length));

function indexed(phrasesOf: (kind: NamedKind) => readonly string[]): ReadonlyMap<string, NamedKind> {
  const kinds = new Map<string, NamedKind>();
  for (const kind of KINDS)
    for (const phrase of phrasesOf(kind)) {
      const stems = stemsOf(phrase);
      if (!kinds.has(stems)) kinds.set(stems, kind);
    }
  return kinds;
}

const HINT_CONFIDENCE = 0.5;
const SPELLING_CONFIDENCE = 0.6;
/** Below it two words only happen to look alike. */
const LEAST_LIKENESS = 0.6;
const SHORTEST_MISSPELT = 5;

/** Finds the kind that is related to a word which names none, or whose name is spelt almost like it. */
export function nearestKind(stem: string): { kind: NamedKind; confidence: number } | null {
  const hinted = HINTS.get(stem);
  if (hinted) return { kind: hinted, confidence: HINT_CONFIDENCE };
  if (stem.length < SHORTEST_MISSPELT) return null;
  let best: { kind: NamedKind; likeness: number } | null = null;
  for (const [phrase, kind] of PHRASES) {
    if (phrase.includes(' ') || Math.abs(phrase.length - stem.length) > 3) continue;
    const likeness = likenessOf(stem, phrase);
    if (likeness > (best?.likeness ?? LEAST_LIKENESS)) best = { kind, likeness };
  }
  return best && { kind: best.kind, confidence: SPELLING_CONFIDENCE * best.likeness };
}

/** Shared pairs of letters, from 0 to 1 (Dice). */
function likenessOf(one: string, other: string): number {
  const pairs = pairsOf(other);
  const all = pairs.length + one.length + 1;
  let shared = 0;
  for (const pair of pairsOf(one)) {
    const at = pairs.indexOf(pair);
    if (at < 0) continue;
    pairs.splice(at, 1);
    shared += 1;
  }
  return (2 * shared) / all;
}

function pairsOf(word: string): string[] {
  const framed = `^${word}$`;
  return Array.from({ length: framed.length - 1 }, (_, i) => framed.slice(i, i + 2));
}
