/** Zero crossings of the filter on each side: more are steeper, and cost more time. */
const CROSSINGS = 12;
/** Entries of the table between two samples. */
const FINENESS = 64;
/** The filter begins to close here, as a share of half the lower rate. */
const OPEN = 0.9;

/**
 * Changes the rate of sound while it arrives. Tones that the new rate cannot carry are filtered out, because they would
 * come back as noise.
 */
export function createResampler(fromRate: number, toRate: number): (samples: Float32Array) => Float32Array {
  const step = fromRate / toRate;
  const cutoff = OPEN / Math.max(1, step);
  const reach = Math.ceil(CROSSINGS * Math.max(1, step));
  const table = filterTable(cutoff, reach);
  let kept = new Float32Array(reach);
  /** The next sample lies here, counted in samples of `kept`. */
  let at = reach;
  return (samples) => {
    const all = new Float32Array(kept.length + samples.length);
    all.set(kept);
    all.set(samples, kept.length);
    const made: number[] = [];
    for (; at + reach < all.length; at += step) made.push(filtered(all, at, reach, table));
    const passed = Math.max(0, Math.floor(at) - reach);
    kept = all.slice(passed);
    at -= passed;
    return Float32Array.from(made);
  };
}

function filtered(all: Float32Array, at: number, reach: number, table: Float32Array): number {
  let sum = 0;
  for (let index = Math.ceil(at - reach); index <= at + reach; index += 1)
    sum += (all[index] ?? 0) * (table[Math.round(Math.abs(at - index) * FINENESS)] ?? 0);
  return sum;
}

/** One half of a sinc under a Hann window. */
function filterTable(cutoff: number, reach: number): Float32Array {
  return Float32Array.from({ length: reach * FINENESS + 1 }, (_, index) => {
    const distance = index / FINENESS;
    const angle = Math.PI * cutoff * distance;
    const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
    return cutoff * sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / reach));
  });
}
