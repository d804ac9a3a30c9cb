/**
 * What the surrogate gets wrong near the styles that were really heard: an offset and, learnt from one style to the
 * next, a slope (Broyden's update). Plain data.
 */
export type Correction = {
  at: Float32Array;
  offset: Float32Array;
  /** Row after row, one for each number that is heard. */
  slope: Float32Array;
};

/** Keeps a tiny step from being divided by. */
const LEAST_STEP = 1e-3;

/** `error`: what was really heard of `style`, less what the surrogate said. */
export function learn(before: Correction | null, style: Float32Array, error: Float32Array): Correction {
  if (!before) return { at: style, offset: error, slope: new Float32Array(error.length * style.length) };
  const step = style.map((value, i) => value - (before.at[i] as number));
  const expected = corrected(before, style);
  const length = step.reduce((sum, value) => sum + value * value, LEAST_STEP);
  const slope = before.slope.map((value, i) => {
    const row = Math.floor(i / step.length);
    const surprise = (error[row] as number) - (expected[row] as number);
    return value + (surprise * (step[i % step.length] as number)) / length;
  });
  return { at: style, offset: error, slope };
}

/** What is to be added to what the surrogate says. */
export function corrected({ at, offset, slope }: Correction, style: Float32Array): Float32Array {
  const size = style.length;
  return offset.map((value, row) => {
    let sum = value;
    for (let i = 0; i < size; i += 1)
      sum += (slope[row * size + i] as number) * ((style[i] as number) - (at[i] as number));
    return sum;
  });
}

/** How a mix of what is heard changes with the style, by the correction alone. */
export function correctionGradient({ slope }: Correction, mix: Float32Array, size: number): Float32Array {
  const gradient = new Float32Array(size);
  for (const [row, weight] of mix.entries())
    for (let i = 0; i < size; i += 1)
      gradient[i] = (gradient[i] as number) + weight * (slope[row * size + i] as number);
  return gradient;
}
