/**
 * Error of the surrogate near a measured style: an offset and, learnt from each further measurement, a slope
 * (Broyden's update). Plain data.
 */
export type Correction = {
  at: Float32Array;
  offset: Float32Array;
  /** Row-major, one row for each measured number. */
  slope: Float32Array;
};

/** Avoids dividing by a tiny step. */
const LEAST_STEP = 1e-3;

/** Exact at the first measured style. `error`: the measurement minus the surrogate's prediction. */
export function correctionAt(style: Float32Array, error: Float32Array): Correction {
  return { at: style, offset: error, slope: new Float32Array(error.length * style.length) };
}

/** Adds a measured style: the slope becomes right for both. */
export function learn(known: Correction, style: Float32Array, error: Float32Array): Correction {
  const step = style.map((value, i) => value - (known.at[i] as number));
  const length = step.reduce((sum, value) => sum + value * value, LEAST_STEP);
  const expected = corrected(known, style);
  const surprise = error.map((value, row) => value - (expected[row] as number));
  const slope = known.slope.map((value, i) => {
    const row = Math.floor(i / step.length);
    return value + ((surprise[row] as number) * (step[i % step.length] as number)) / length;
  });
  return { ...known, slope };
}

/** The same correction, anchored at a later measurement, where it is exact from now on. */
export function movedTo(known: Correction, style: Float32Array, error: Float32Array): Correction {
  return { ...known, at: style, offset: error };
}

/** Correction to add to the surrogate's prediction. */
export function corrected({ at, offset, slope }: Correction, style: Float32Array): Float32Array {
  const size = style.length;
  return offset.map((value, row) => {
    let sum = value;
    for (let i = 0; i < size; i += 1)
      sum += (slope[row * size + i] as number) * ((style[i] as number) - (at[i] as number));
    return sum;
  });
}

/** Gradient by the style of a weighted sum of the measured numbers, from the correction alone. */
export function correctionGradient({ slope }: Correction, mix: Float32Array, size: number): Float32Array {
  const gradient = new Float32Array(size);
  for (const [row, weight] of mix.entries())
    for (let i = 0; i < size; i += 1)
      gradient[i] = (gradient[i] as number) + weight * (slope[row * size + i] as number);
  return gradient;
}
