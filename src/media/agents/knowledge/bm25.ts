import type { Passage } from '../responders/model/system-prompt.ts';
import { tokensOf } from './tokens.ts';

export type KnowledgeIndex = {
  search(query: string, most: number): Passage[];
  /** Estimates the memory that the index takes. */
  bytes: number;
};

/** Where a token is: the number of a passage and how often it is there, in one number. Most tokens are in one passage. */
type Places = number | number[];
const COUNTS = 2 ** 12;
/** Measured with random pairs of characters, each of them in one place: its text and its entry in the map. */
const BYTES_PER_PLACE = 40;
const BYTES_PER_CHARACTER = 2;

/** Saturation of repeated words, and how much long passages are held back: the usual values. */
const K1 = 1.2;
const B = 0.75;

/** Ranks passages by Okapi BM25: no model, and the same answer each time. A whole book takes seconds. */
export function buildIndex(passages: readonly Passage[], language: string): KnowledgeIndex {
  const lengths: number[] = [];
  const places = new Map<string, Places>();
  let bytes = 0;
  for (const [number, { source, text }] of passages.entries()) {
    const tokens = tokensOf(`${source}\n${text}`, language);
    lengths.push(tokens.length);
    const counts = new Map<string, number>();
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
    for (const [token, count] of counts) {
      const place = number * COUNTS + Math.min(count, COUNTS - 1);
      const known = places.get(token);
      if (known === undefined) places.set(token, place);
      else if (typeof known === 'number') places.set(token, [known, place]);
      else known.push(place);
    }
    bytes += counts.size * BYTES_PER_PLACE + text.length * BYTES_PER_CHARACTER;
  }
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);

  function scoresOf(query: string): Map<number, number> {
    const scores = new Map<number, number>();
    for (const token of new Set(tokensOf(query, language))) {
      const found = places.get(token);
      if (found === undefined) continue;
      const all = typeof found === 'number' ? [found] : found;
      const rarity = Math.log(1 + (passages.length - all.length + 0.5) / (all.length + 0.5));
      for (const place of all) {
        const number = Math.floor(place / COUNTS);
        const count = place % COUNTS;
        const length = (lengths[number] ?? 0) / averageLength;
        const weight = (count * (K1 + 1)) / (count + K1 * (1 - B + B * length));
        scores.set(number, (scores.get(number) ?? 0) + rarity * weight);
      }
    }
    return scores;
  }

  return {
    bytes,
    search(query, most) {
      const ranked = [...scoresOf(query)].sort(([a, one], [b, other]) => other - one || a - b);
      return ranked.slice(0, most).flatMap(([number]) => passages[number] ?? []);
    },
  };
}
