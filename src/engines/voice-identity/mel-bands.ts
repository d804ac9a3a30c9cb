/** The bins of a spectrum that a band hears, from `first` on, and how much of each. */
export type Band = { first: number; weights: Float64Array };

export type BandsOptions = {
  count: number;
  lowestHz: number;
  highestHz: number;
  bins: number;
  binHz: number;
};

/** Triangles that stand evenly on the mel scale and have their sides straight on it. */
export function melBands({ count, lowestHz, highestHz, bins, binHz }: BandsOptions): Band[] {
  const mel = (hz: number): number => 1_127 * Math.log(1 + hz / 700);
  const step = (mel(highestHz) - mel(lowestHz)) / (count + 1);
  return Array.from({ length: count }, (_, b) => {
    const low = mel(lowestHz) + b * step;
    const all = Array.from({ length: bins }, (_, k) => {
      const place = (mel(k * binHz) - low) / step;
      return Math.max(0, Math.min(place, 2 - place));
    });
    const first = all.findIndex((weight) => weight > 0);
    const heard = all.filter((weight) => weight > 0).length;
    return { first, weights: Float64Array.from(all.slice(first, first + heard)) };
  });
}
