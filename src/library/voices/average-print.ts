export type WeighedPrint = { print: ArrayLike<number>; weight: number };

/** Keeps recordings of no quality from having no weight at all. */
const LEAST_WEIGHT = 1e-6;

/** The average has length 1, like every print. */
export function averagePrint(prints: readonly WeighedPrint[]): number[] {
  let sum: number[] = [];
  for (const { print, weight } of prints)
    sum = Array.from(print, (value, i) => (sum[i] ?? 0) + (weight + LEAST_WEIGHT) * value);
  const length = Math.hypot(...sum);
  return sum.map((value) => Number((value / length).toFixed(6)));
}
