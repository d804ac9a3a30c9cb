import { PITCHES_PER_SECOND, pitchesOf } from '../dsp/index.ts';

/** How the voice ended. `unknown`: too little of it had a pitch. */
export type Ending = 'falling' | 'level' | 'rising' | 'unknown';

const RATE = 16_000;
/** Enough to know the speaker's usual pitch, and cheap. */
const LOOKED_AT_SECONDS = 1.5;
const FINAL = 0.12 * PITCHES_PER_SECOND;
const LEAST = 2 * FINAL;
/** Semitones. */
const FELL = -2.5;
const ROSE = 2.5;
/** Beyond it the pitch was misread by an octave. */
const OCTAVE_ERROR = 9;
/** Level of the last 150 ms relative to the rest, below which a voice has faded. */
const FADED_DB = -12;

/** Judges the last words by pitch and level. Takes 16 kHz sound that ends where the speech does. */
export function endingOf(samples: Float32Array): Ending {
  const last = samples.subarray(Math.max(0, samples.length - LOOKED_AT_SECONDS * RATE));
  const voiced = [...pitchesOf(last)].filter((pitch) => pitch > 0).map((pitch) => 12 * Math.log2(pitch));
  const faded = fadeDb(last) < FADED_DB;
  if (voiced.length < LEAST) return faded ? 'falling' : 'unknown';
  const usual = median(voiced);
  const plausible = voiced.filter((pitch) => Math.abs(pitch - usual) < OCTAVE_ERROR);
  const final = median(plausible.slice(-FINAL));
  const earlier = median(plausible.slice(-2 * FINAL, -FINAL));
  const movement = Math.abs(final - earlier) > Math.abs(final - usual) ? final - earlier : final - usual;
  if (movement >= ROSE) return 'rising';
  if (movement <= FELL || (faded && movement < 0)) return 'falling';
  return 'level';
}

function fadeDb(samples: Float32Array): number {
  const split = Math.max(0, samples.length - 0.15 * RATE);
  return (
    10 * Math.log10((power(samples.subarray(split)) + 1e-12) / (power(samples.subarray(0, split)) + 1e-12))
  );
}

function power(samples: Float32Array): number {
  return samples.reduce((sum, x) => sum + x * x, 0) / Math.max(1, samples.length);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
