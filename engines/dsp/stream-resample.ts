import { type FilterRow, filterFor } from './resample.ts';

export type Resampler = {
  /** Returns what can be known of the new sound; the last 24 samples of the lower rate wait for the next call. */
  push(samples: Float32Array): Float32Array;
};

/** `resampled` for sound that arrives in pieces: the same samples, whatever the pieces. */
export function createResampler(from: number, to: number): Resampler {
  if (from === to) return { push: (samples) => samples };
  const step = from / to;
  const { rows, period } = filterFor(step);
  const start = rows[0]?.first ?? 0;
  // Silence before the sound, as `resampled` reads it.
  let held = new Float32Array(-start);
  /** Place of `held[0]`, counted from the first sample of the current period. */
  let origin = start;
  let phase = 0;

  function next(): number | undefined {
    const { taps: row, first } = rows[phase] as FilterRow;
    const at = first - origin;
    if (at + row.length > held.length) return undefined;
    let sum = 0;
    for (let k = 0; k < row.length; k += 1) sum += (row[k] as number) * (held[at + k] as number);
    phase += 1;
    if (phase === rows.length) {
      phase = 0;
      origin -= period;
    }
    return sum;
  }

  return {
    push(samples) {
      const joined = new Float32Array(held.length + samples.length);
      joined.set(held);
      joined.set(samples, held.length);
      held = joined;
      const made = new Float32Array(Math.ceil(joined.length / step));
      let count = 0;
      for (let sample = next(); sample !== undefined; sample = next()) made[count++] = sample;
      const unused = Math.min(held.length, Math.max(0, (rows[phase] as FilterRow).first - origin));
      held = held.slice(unused);
      origin += unused;
      return made.slice(0, count);
    },
  };
}
