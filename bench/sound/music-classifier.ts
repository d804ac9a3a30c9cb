export type Example = { label: string; features: readonly number[] };

/** Towards features that do not depend on each other, because there are few examples of each class. */
const SHRINKAGE = 0.5;

/**
 * Linear discriminant analysis: the nearest mean of a class, in units of how much examples of one class differ from each
 * other.
 */
export function trainClassifier(examples: readonly Example[]): (features: readonly number[]) => string {
  const width = examples[0]?.features.length ?? 0;
  const columns = Array.from({ length: width }, (_, i) =>
    examples.map(({ features }) => features[i] as number),
  );
  const means = columns.map(meanOf);
  const scales = columns.map(
    (column, i) => Math.sqrt(meanOf(column.map((x) => (x - (means[i] as number)) ** 2))) || 1,
  );
  const standard = (features: readonly number[]) =>
    features.map((x, i) => (x - (means[i] as number)) / (scales[i] as number));

  const rows = examples.map(({ label, features }) => ({ label, row: standard(features) }));
  const centres = [...new Set(examples.map(({ label }) => label))].map((label) => {
    const own = rows.filter((one) => one.label === label);
    return { label, centre: means.map((_, i) => meanOf(own.map(({ row }) => row[i] as number))) };
  });
  const centreOf = new Map(centres.map(({ label, centre }) => [label, centre]));
  const within = means.map(() => new Array<number>(width).fill(0));
  for (const { label, row } of rows) {
    const away = row.map((x, i) => x - (centreOf.get(label)?.[i] as number));
    for (let i = 0; i < width; i += 1)
      for (let j = 0; j < width; j += 1)
        (within[i] as number[])[j] =
          (within[i]?.[j] as number) + ((away[i] as number) * (away[j] as number)) / rows.length;
  }
  const trace = meanOf(within.map((row, i) => row[i] as number));
  const covariance = within.map((row, i) =>
    row.map((x, j) => (1 - SHRINKAGE) * x + (i === j ? SHRINKAGE * trace : 0)),
  );
  const lower = cholesky(covariance);
  const whitened = centres.map(({ label, centre }) => ({ label, centre: solved(lower, centre) }));
  return (features) => {
    const place = solved(lower, standard(features));
    const distances = whitened.map(({ label, centre }) => ({
      label,
      distance: centre.reduce((sum, x, i) => sum + (x - (place[i] as number)) ** 2, 0),
    }));
    return distances.reduce((a, b) => (b.distance < a.distance ? b : a)).label;
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The triangle whose product with its own transpose is the matrix. */
function cholesky(matrix: readonly (readonly number[])[]): number[][] {
  const lower: number[][] = [];
  for (const [i, row] of matrix.entries()) {
    const made: number[] = [];
    for (let j = 0; j <= i; j += 1) {
      const other = j === i ? made : (lower[j] as number[]);
      let sum = row[j] as number;
      for (let k = 0; k < j; k += 1) sum -= (made[k] as number) * (other[k] as number);
      made.push(j === i ? Math.sqrt(sum) : sum / (other[j] as number));
    }
    lower.push(made);
  }
  return lower;
}

function solved(lower: readonly (readonly number[])[], vector: readonly number[]): number[] {
  const out: number[] = [];
  for (const [i, row] of lower.entries()) {
    let sum = vector[i] as number;
    for (let k = 0; k < i; k += 1) sum -= (row[k] as number) * (out[k] as number);
    out.push(sum / (row[i] as number));
  }
  return out;
}
