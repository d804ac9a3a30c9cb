/** Timbre and prosody each have their own spread. */
const HALF = 128;
/** Share of the mean variance, added to every direction: there are fewer voices than dimensions. */
const SHRINKAGE = 0.35;

export type Span = {
  /** Distance of a style from the known voices: squared Mahalanobis distance, averaged over its numbers. */
  distance(style: Float32Array): { value: number; gradient: Float32Array };
  /** Standard deviation of each half: the unit of a step. */
  scale: { timbre: number; prosody: number };
};

export function spanOf(styles: readonly Float32Array[]): Span {
  const halves = [0, HALF].map((from) => halfOf(styles.map((style) => style.subarray(from, from + HALF))));
  return {
    scale: { timbre: halves[0]?.scale ?? 1, prosody: halves[1]?.scale ?? 1 },
    distance(style) {
      const gradient = new Float32Array(style.length);
      let value = 0;
      for (const [h, { mean, inverse }] of halves.entries()) {
        const away = mean.map((middle, i) => (style[h * HALF + i] as number) - middle);
        for (let row = 0; row < HALF; row += 1) {
          let sum = 0;
          for (let i = 0; i < HALF; i += 1) sum += (inverse[row * HALF + i] as number) * (away[i] as number);
          value += (sum * (away[row] as number)) / style.length;
          gradient[h * HALF + row] = (2 * sum) / style.length;
        }
      }
      return { value, gradient };
    },
  };
}

function halfOf(styles: readonly Float32Array[]) {
  const mean = Float64Array.from({ length: HALF }, (_, i) => meanOf(styles, (style) => style[i] as number));
  const covariance = Float64Array.from({ length: HALF * HALF }, (_, at) => {
    const row = Math.floor(at / HALF);
    const column = at % HALF;
    return meanOf(
      styles,
      (style) =>
        ((style[row] as number) - (mean[row] as number)) *
        ((style[column] as number) - (mean[column] as number)),
    );
  });
  const variances = Float64Array.from({ length: HALF }, (_, i) => covariance[i * HALF + i] as number);
  const variance = variances.reduce((sum, one) => sum + one, 0) / HALF;
  for (let i = 0; i < HALF; i += 1)
    covariance[i * HALF + i] = (covariance[i * HALF + i] as number) + SHRINKAGE * variance;
  return { mean, inverse: inverted(covariance, HALF), scale: Math.sqrt(variance) };
}

function meanOf(styles: readonly Float32Array[], value: (style: Float32Array) => number): number {
  return styles.reduce((sum, style) => sum + value(style), 0) / styles.length;
}

/** Gauss-Jordan elimination. The matrix is positive definite, so no pivot vanishes. */
export function inverted(matrix: Float64Array, size: number): Float64Array {
  const left = matrix.slice();
  const right = Float64Array.from({ length: size * size }, (_, at) => (at % (size + 1) === 0 ? 1 : 0));
  for (let column = 0; column < size; column += 1) {
    const pivot = left[column * size + column] as number;
    for (const side of [left, right])
      for (let i = 0; i < size; i += 1) side[column * size + i] = (side[column * size + i] as number) / pivot;
    for (let row = 0; row < size; row += 1) {
      const factor = left[row * size + column] as number;
      if (row === column || factor === 0) continue;
      for (const side of [left, right])
        for (let i = 0; i < size; i += 1)
          side[row * size + i] =
            (side[row * size + i] as number) - factor * (side[column * size + i] as number);
    }
  }
  return right;
}
