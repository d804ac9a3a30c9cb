/** Where as many of the same are refused as of the different are taken: the rate, and the likeness it happens at. */
export function equalErrorRate(
  same: readonly number[],
  different: readonly number[],
): { rate: number; threshold: number } {
  const thresholds = [...same, ...different].sort((a, b) => a - b);
  const errors = thresholds.map((threshold) => {
    const refused = same.filter((likeness) => likeness < threshold).length / same.length;
    const taken = different.filter((likeness) => likeness >= threshold).length / different.length;
    return { threshold, rate: (refused + taken) / 2, gap: Math.abs(refused - taken) };
  });
  const best = errors.reduce((one, other) => (other.gap < one.gap ? other : one));
  return { rate: best.rate, threshold: best.threshold };
}
