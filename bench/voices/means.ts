import type { WordErrors } from './transcribe-words.ts';

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Counts all words together, in percent. */
export function wordErrorPercent(counts: readonly WordErrors[]): number {
  const total = (of: (one: WordErrors) => number): number => counts.reduce((sum, one) => sum + of(one), 0);
  return (100 * total(({ errors }) => errors)) / total(({ words }) => words);
}
