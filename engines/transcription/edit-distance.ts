/** Levenshtein distance of two lists. */
export function editDistance(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (const [i, item] of one.entries()) {
    const next = [i + 1];
    for (const [j, candidate] of other.entries()) {
      const replaced = (row[j] ?? 0) + (item === candidate ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
