import { RATE } from './signal.ts';

/** Hertz: one for the whole sound, or one for each sample. */
export type Hertz = number | Float32Array;
type Mode = 'low' | 'band' | 'high';

const FLAT = Math.SQRT1_2;
const HIGHEST = 0.45 * RATE;
/** A cutoff that moves is read this often. */
const STEP = 16;

export function lowPass(samples: Float32Array, hertz: Hertz, q = FLAT): Float32Array {
  return filter(samples, 'low', hertz, q);
}

/** The centre passes unchanged, whatever the width. */
export function bandPass(samples: Float32Array, hertz: Hertz, q: number): Float32Array {
  return filter(samples, 'band', hertz, q);
}

export function highPass(samples: Float32Array, hertz: Hertz, q = FLAT): Float32Array {
  return filter(samples, 'high', hertz, q);
}

/** A state variable filter, which stays stable while its cutoff moves. In place. */
function filter(samples: Float32Array, mode: Mode, hertz: Hertz, q: number): Float32Array {
  const k = 1 / q;
  // Weights of the filter's three signals in the result.
  const [ofInput, ofBand, ofLow] = mode === 'low' ? [0, 0, 1] : mode === 'band' ? [0, k, 0] : [1, -k, -1];
  const step = typeof hertz === 'number' ? samples.length : STEP;
  let first = 0;
  let second = 0;
  for (let from = 0; from < samples.length; from += step) {
    const cutoff = typeof hertz === 'number' ? hertz : (hertz[Math.min(from, hertz.length - 1)] as number);
    const g = Math.tan((Math.PI * Math.min(Math.max(cutoff, 5), HIGHEST)) / RATE);
    const a1 = 1 / (1 + g * (g + k));
    const a2 = a1 * g;
    const end = Math.min(from + step, samples.length);
    for (let i = from; i < end; i += 1) {
      const input = samples[i] as number;
      const band = a1 * first + a2 * (input - second);
      const low = second + g * band;
      first = 2 * band - first;
      second = 2 * low - second;
      samples[i] = ofInput * input + ofBand * band + ofLow * low;
    }
  }
  return samples;
}

/** A delay that feeds itself: hollow, as in a pipe. `seconds` is how long it rings. In place. */
export function comb(samples: Float32Array, hertz: number, seconds: number): Float32Array {
  const delay = Math.max(1, Math.round(RATE / hertz));
  const feedback = 10 ** (-3 / (seconds * hertz));
  let low = 0;
  for (let i = delay; i < samples.length; i += 1) {
    low += 0.6 * ((samples[i - delay] as number) - low);
    samples[i] = (samples[i] as number) + feedback * low;
  }
  return samples;
}
