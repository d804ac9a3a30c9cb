/** Finds the rate where as many of the same are refused as of the different are accepted. Higher likenesses are closer. */
export function equalErrorRate(
  same: readonly number[],
  different: readonly number[],
): { rate: number; threshold: number } {
  const likenesses = [
    ...same.map((likeness) => ({ likeness, isSame: true })),
    ...different.map((likeness) => ({ likeness, isSame: false })),
  ].sort((a, b) => a.likeness - b.likeness);
  let refused = 0;
  let accepted = different.length;
  let best = { rate: 1, threshold: 0, gap: Number.POSITIVE_INFINITY };
  for (const { likeness, isSame } of likenesses) {
    const misses = refused / same.length;
    const mistakes = accepted / different.length;
    const gap = Math.abs(misses - mistakes);
    if (gap < best.gap) best = { rate: (misses + mistakes) / 2, threshold: likeness, gap };
    if (isSame) refused += 1;
    else accepted -= 1;
  }
  return { rate: best.rate, threshold: best.threshold };
}
