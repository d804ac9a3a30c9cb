/** Similarity of two unit-length prints: 1 for identical, 0 for unrelated. */
export function likeness(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/**
 * Average-linkage clustering: merges the two most similar groups until none are similar enough, and then while there
 * are more than `most`. Returns each group as indices of prints.
 */
export function clustersOf(
  prints: readonly Float32Array[],
  { alikeEnough, most }: { alikeEnough: number; most: number },
): number[][] {
  const groups = prints.map((_, i) => [i]);
  const alike = prints.map((a) => prints.map((b) => likeness(a, b)));
  for (;;) {
    const pair = mostAlike(alike);
    if (!pair || (pair.likeness < alikeEnough && groups.length <= most)) return groups;
    join(groups, alike, pair);
  }
}

type Pair = { a: number; b: number; likeness: number };

function mostAlike(alike: readonly (readonly number[])[]): Pair | null {
  let best: Pair | null = null;
  for (const [b, row] of alike.entries()) {
    for (let a = 0; a < b; a += 1) {
      const value = row[a] as number;
      if (!best || value > best.likeness) best = { a, b, likeness: value };
    }
  }
  return best;
}

/** The average over a merged group is that of its two parts, weighted by size. */
function join(groups: number[][], alike: number[][], { a, b }: Pair): void {
  const first = groups[a] ?? [];
  const second = groups[b] ?? [];
  const share = first.length / (first.length + second.length);
  const joined = (alike[a] ?? []).map((value, i) => share * value + (1 - share) * (alike[b]?.[i] as number));
  alike[a] = joined;
  for (const [i, row] of alike.entries()) row[a] = joined[i] as number;
  groups[a] = [...first, ...second];
  groups.splice(b, 1);
  alike.splice(b, 1);
  for (const row of alike) row.splice(b, 1);
}
