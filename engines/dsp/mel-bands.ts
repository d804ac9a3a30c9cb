/** The bins of a spectrum that a band covers, from `first` on, and the weight of each. */
export type Band = { first: number; weights: Float64Array };

export type BandsOptions = {
  count: number;
  lowestHz: number;
  highestHz: number;
  bins: number;
  binHz: number;
};

/** Triangles evenly spaced on the mel scale, with sides straight on that scale (Kaldi). */
export function melBands({ count, lowestHz, highestHz, bins, binHz }: BandsOptions): Band[] {
  const mel = (hz: number): number => 1_127 * Math.log(1 + hz / 700);
  const step = (mel(highestHz) - mel(lowestHz)) / (count + 1);
  return Array.from({ length: count }, (_, b) => {
    const low = mel(lowestHz) + b * step;
    return bandOf(bins, (k) => {
      const place = (mel(k * binHz) - low) / step;
      return Math.min(place, 2 - place);
    });
  });
}

/** Triangles from each edge over the next to the one behind it, with sides straight in Hz. */
export function hertzBands(edgesHz: readonly number[], bins: number, binHz: number): Band[] {
  return Array.from({ length: edgesHz.length - 2 }, (_, b) => {
    const [low = 0, centre = 0, high = 0] = edgesHz.slice(b, b + 3);
    return bandOf(bins, (k) => {
      const hz = k * binHz;
      return Math.min((hz - low) / (centre - low), (high - hz) / (high - centre));
    });
  });
}

/** Slaney's scale, linear to 1 kHz and logarithmic above, from 0 Hz up; triangles of equal area. */
export function slaneyBands({ count, highestHz, bins, binHz }: Omit<BandsOptions, 'lowestHz'>): Band[] {
  const step = 200 / 3;
  const logStep = Math.log(6.4) / 27;
  const toHz = (mel: number): number => (mel < 15 ? mel * step : 1_000 * Math.exp(logStep * (mel - 15)));
  const highest = 15 + Math.log(highestHz / 1_000) / logStep;
  const edges = Array.from({ length: count + 2 }, (_, i) => toHz((highest * i) / (count + 1)));
  return hertzBands(edges, bins, binHz).map(({ first, weights }, b) => {
    const [low = 0, , high = 0] = edges.slice(b, b + 3);
    return { first, weights: weights.map((weight) => weight * (2 / (high - low))) };
  });
}

function bandOf(bins: number, slope: (bin: number) => number): Band {
  const all = Array.from({ length: bins }, (_, k) => Math.max(0, slope(k)));
  const first = Math.max(
    0,
    all.findIndex((weight) => weight > 0),
  );
  const count = all.filter((weight) => weight > 0).length;
  return { first, weights: Float64Array.from(all.slice(first, first + count)) };
}
