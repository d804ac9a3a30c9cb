/** The filter reaches this far to each side, in samples of the lower rate. */
const REACH = 24;
/** A share of the lower rate's half. The rest leaves room for the slope. */
const CUT_OFF = 0.95;

/** The same sound at another rate; what the lower rate cannot hold is taken away. */
export function resampled(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const step = from / to;
  const { rows, period } = filterFor(step);
  const made = new Float32Array(Math.floor(samples.length / step));
  for (let i = 0; i < made.length; i += 1) {
    const { taps: row, first: offset } = rows[i % rows.length] as FilterRow;
    const first = offset + Math.floor(i / rows.length) * period;
    const isInside = first >= 0 && first + row.length <= samples.length;
    let sum = 0;
    // Reading beyond the ends is slow, and rarely needed.
    if (isInside)
      for (let k = 0; k < row.length; k += 1) sum += (row[k] as number) * (samples[first + k] as number);
    else for (let k = 0; k < row.length; k += 1) sum += (row[k] as number) * (samples[first + k] ?? 0);
    made[i] = sum;
  }
  return made;
}

export type FilterRow = {
  /** Place of the first sample that is read, from the start of the period. */
  first: number;
  taps: Float64Array;
};

/** Rates share a divisor, so the places between two samples come again after a period of so many samples. */
export function filterFor(step: number): { rows: FilterRow[]; period: number } {
  const lowest = Math.max(1, step);
  const reach = REACH * lowest;
  const phases = periodOf(step);
  const rows = Array.from({ length: phases }, (_, phase) => {
    const centre = phase * step;
    const first = Math.ceil(centre - reach);
    const taps = Float64Array.from({ length: Math.floor(centre + reach) - first + 1 }, (_, k) => {
      const x = (first + k - centre) / lowest;
      const angle = Math.PI * CUT_OFF * x;
      const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
      return ((CUT_OFF * sinc) / lowest) * (0.5 + 0.5 * Math.cos((Math.PI * x) / REACH));
    });
    return { first, taps };
  });
  return { rows, period: Math.round(phases * step) };
}

function periodOf(step: number): number {
  for (let count = 1; count < 1_000; count += 1)
    if (Math.abs(count * step - Math.round(count * step)) < 1e-6) return count;
  throw new RangeError(`rates with a ratio of ${step} are not expected`);
}
