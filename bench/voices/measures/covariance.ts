import { inverted } from '../../../engines/voice-cloning/match/span.ts';

/** Row-major; its size is the square root of its length. */
export type Covariance = { matrix: Float64Array; inverse: Float64Array };

/** Covariance of the rows. Means are removed: a microphone changes only these. */
export function covarianceOf(rows: readonly Float64Array[]): Covariance {
  const size = rows[0]?.length ?? 0;
  if (rows.length <= size) throw new Error(`${rows.length} frames are too few to identify a voice`);
  const average = (of: (row: Float64Array) => number) =>
    rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  const means = Float64Array.from({ length: size }, (_, i) => average((row) => row[i] as number));
  const away = (row: Float64Array, i: number) => (row[i] as number) - (means[i] as number);
  const matrix = Float64Array.from({ length: size * size }, (_, at) => {
    const i = Math.floor(at / size);
    const k = at % size;
    return average((row) => away(row, i) * away(row, k));
  });
  return { matrix, inverse: inverted(matrix, size) };
}

/** Symmetric Kullback-Leibler divergence of normal distributions with these covariances and equal means; 0 for identical. */
export function divergence(one: Covariance, other: Covariance): number {
  const size = Math.sqrt(one.matrix.length);
  return (traceOf(one.inverse, other.matrix) + traceOf(other.inverse, one.matrix)) / 2 - size;
}

/** Trace of the product; both are symmetric. */
function traceOf(one: Float64Array, other: Float64Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);
}
