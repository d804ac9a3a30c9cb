/**
 * Where somebody closes the lips, in a recording whose text is known: our own speech of the same text is laid over it
 * (dynamic time warping of cepstra), and each p, b and m goes to the deepest dip of the energy above 700 Hz nearby.
 */
import type { TimedPhoneme } from '../../src/engines/speech/index.ts';
import { createPowerSpectrum } from '../../src/engines/voice-identity/fourier.ts';
import { halveRate } from '../../src/engines/voice-identity/halve-rate.ts';
import { COEFFICIENTS, mfcc } from '../../src/engines/voice-identity/mfcc.ts';
import type { Span } from './compare-tracks.ts';

const STEP_SECONDS = 0.01;
const USED = 13;
/** Steps on either side in which the dip is looked for. */
const REACH = 6;
const CLOSING = /[pbm]/u;
/** Mean distance of a step from its counterpart above which the recording says something else. */
const MOST_DISTANCE = 4.3;

export type Found = { closures: Span[]; distance: number };

export function findClosures(
  own: { samples: Float32Array; phonemes: readonly TimedPhoneme[]; sampleRate: number },
  /** Both at 16 kHz. */
  recording: Float32Array,
): Found | null {
  const [from, to] = [normalised(mfcc(halveRate(own.samples))), normalised(mfcc(halveRate(recording)))];
  const { places, distance } = warp(from, to);
  if (distance > MOST_DISTANCE) return null;
  const energy = energyAbove(recording);
  const closures = own.phonemes
    .filter(({ symbol }) => CLOSING.test(symbol))
    .map(({ startSample, endSample }) => {
      const middle = (startSample + endSample) / 2 / own.sampleRate / STEP_SECONDS;
      const mapped = places[Math.min(places.length - 1, Math.floor(middle))] ?? 0;
      const at = deepest(energy, mapped);
      return { startSeconds: at * STEP_SECONDS, endSeconds: (at + 1) * STEP_SECONDS };
    });
  return { closures, distance };
}

type Steps = Float32Array[];

/** Each coefficient with mean 0 and spread 1, so that microphones and voices differ less. */
function normalised(features: Float32Array): Steps {
  const count = features.length / COEFFICIENTS;
  const steps = Array.from({ length: count }, (_, i) =>
    features.slice(i * COEFFICIENTS, i * COEFFICIENTS + USED),
  );
  for (let c = 0; c < USED; c += 1) {
    const mean = steps.reduce((sum, step) => sum + (step[c] ?? 0), 0) / count;
    const spread = Math.sqrt(steps.reduce((sum, step) => sum + ((step[c] ?? 0) - mean) ** 2, 0) / count);
    for (const step of steps) step[c] = ((step[c] ?? 0) - mean) / (spread + 1e-6);
  }
  return steps;
}

/** For each step of one the step of the other, and how far apart they are in the mean. */
function warp(one: Steps, other: Steps): { places: number[]; distance: number } {
  const width = other.length;
  const total = new Float64Array(one.length * width).fill(Number.POSITIVE_INFINITY);
  const at = (i: number, j: number): number =>
    i < 0 || j < 0 ? Number.POSITIVE_INFINITY : (total[i * width + j] ?? Number.POSITIVE_INFINITY);
  for (const [i, a] of one.entries())
    for (const [j, b] of other.entries()) {
      const before = Math.min(at(i - 1, j - 1), at(i - 1, j) + 0.5, at(i, j - 1) + 0.5);
      total[i * width + j] = apart(a, b) + (i === 0 && j === 0 ? 0 : before);
    }
  const places = new Array<number>(one.length).fill(0);
  let [i, j, steps] = [one.length - 1, width - 1, 1];
  const distance = at(i, j);
  while (i > 0 || j > 0) {
    places[i] = j;
    const [both, first, second] = [at(i - 1, j - 1), at(i - 1, j) + 0.5, at(i, j - 1) + 0.5];
    if (both <= first && both <= second) [i, j] = [i - 1, j - 1];
    else if (first <= second) i -= 1;
    else j -= 1;
    steps += 1;
  }
  return { places, distance: distance / steps };
}

function apart(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let c = 0; c < a.length; c += 1) sum += ((a[c] ?? 0) - (b[c] ?? 0)) ** 2;
  return Math.sqrt(sum);
}

function energyAbove(samples: Float32Array): number[] {
  const size = 512;
  const spectrum = createPowerSpectrum(size);
  const [signal, power] = [new Float64Array(size), new Float64Array(size / 2)];
  const step = STEP_SECONDS * 16_000;
  return Array.from({ length: Math.floor(samples.length / step) }, (_, i) => {
    const from = Math.round((i + 0.5) * step) - size / 2;
    for (let n = 0; n < size; n += 1)
      signal[n] = (samples[from + n] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / size));
    spectrum(signal, power);
    return Math.log(power.subarray(22, 128).reduce((sum, value) => sum + value, 1e-9));
  });
}

function deepest(energy: readonly number[], around: number): number {
  let best = around;
  for (let i = Math.max(0, around - REACH); i <= Math.min(energy.length - 1, around + REACH); i += 1)
    if ((energy[i] ?? 0) < (energy[best] ?? Number.POSITIVE_INFINITY)) best = i;
  return best;
}
