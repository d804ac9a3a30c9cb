/** A second-order filter, normalised so that a0 is 1. */
export type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number };

/** Filters in place. */
export function applyBiquad(samples: Float64Array | Float32Array, { b0, b1, b2, a1, a2 }: Biquad): void {
  let x1 = 0;
  let x2 = 0;
  let y1 = 0;
  let y2 = 0;
  for (let i = 0; i < samples.length; i += 1) {
    const x = samples[i] as number;
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    samples[i] = y;
  }
}
