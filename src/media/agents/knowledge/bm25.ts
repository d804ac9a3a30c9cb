import type { Passage } from '../minds/model/system-prompt.ts';
import { tokensOf } from './tokens.ts';

export type KnowledgeIndex = { search(query: string, most: number): Passage[] };

/** Saturation of repeated words, and how much long passages are held back: the usual values. */
const K1 = 1.2;
const B = 0.75;

/** Ranks passages by Okapi BM25: no model, and the same answer each time. A whole book takes seconds. */
export function buildIndex(passages: readonly Passage[], language: string): KnowledgeIndex {
  const lengths: number[] = [];
  const places = new Map<string, Map<number, number>>();
  for (const [number, { source, text }] of passages.entries()) {
    const tokens = tokensOf(`${source}\n${text}`, language);
    lengths.push(tokens.length);
    for (const token of tokens) {
      const counts = places.get(token) ?? new Map<number, number>();
      counts.set(number, (counts.get(number) ?? 0) + 1);
      places.set(token, counts);
    }
  }
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);

  function scoresOf(query: string): Map<number, number> {
    const scores = new Map<number, number>();
    for (const token of new Set(tokensOf(query, language))) {
      const counts = places.get(token);
      if (!counts) continue;
      const rarity = Math.log(1 + (passages.length - counts.size + 0.5) / (counts.size + 0.5));
      for (const [number, count] of counts) {
        const length = (lengths[number] ?? 0) / averageLength;
        const weight = (count * (K1 + 1)) / (count + K1 * (1 - B + B * length));
        scores.set(number, (scores.get(number) ?? 0) + rarity * weight);
      }
    }
    return scores;
  }

  return {
    search(query, most) {
      const ranked = [...scoresOf(query)].sort(([a, one], [b, other]) => other - one || a - b);
      return ranked.slice(0, most).flatMap(([number]) => passages[number] ?? []);
    },
  };
}
