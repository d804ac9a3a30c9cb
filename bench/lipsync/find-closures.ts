/**
 * Where somebody closes the lips, in a recording whose text is known: the course of visemes that our own speech of the
 * same text takes is laid over what the network hears (forced alignment), and each closure goes to the deepest dip of
 * the energy above 700 Hz nearby, which the network has no part in.
 */
import { type HeardSteps, VISEMES, type Viseme } from '../../src/engines/lipsync/index.ts';
import { createPowerSpectrum } from '../../src/engines/voice-identity/fourier.ts';
import type { Span } from './compare-tracks.ts';

const STEP_SECONDS = 0.01;
const SIL = VISEMES.indexOf('sil');
const PP = VISEMES.indexOf('PP');
/** Steps on either side in which the dip is looked for. */
const REACH = 4;
/** Mean logarithm of the probabilities along the course, below which the recording says something else. */
const LEAST_LIKELY = -1.6;
const LEAST_PROBABILITY = 1e-3;
/** Who takes longer for each viseme (steps, in the mean) says more than is written. */
const MOST_STEPS = 16;

export type Found = { closures: Span[]; likelihood: number };

/** `samples` are of 16 kHz. */
export function findClosures(
  course: readonly Viseme[],
  heard: HeardSteps,
  samples: Float32Array,
): Found | null {
  const states = [SIL, ...course.map((viseme) => VISEMES.indexOf(viseme)), SIL];
  const { places, likelihood } = lay(states, heard);
  if (likelihood < LEAST_LIKELY || heard.steps > MOST_STEPS * states.length) return null;
  const energy = energyAbove(samples);
  const closures = states.flatMap((viseme, s) => {
    const steps = places.flatMap((state, step) => (state === s ? [step] : []));
    if (viseme !== PP || steps.length === 0) return [];
    const at = deepest(energy, (steps[0] ?? 0) - REACH, (steps.at(-1) ?? 0) + REACH);
    return [{ startSeconds: at * STEP_SECONDS, endSeconds: (at + 1) * STEP_SECONDS }];
  });
  return { closures, likelihood };
}

/** The state of every step; none is left out but silences, which people make elsewhere. */
function lay(
  states: readonly number[],
  { steps, visemes }: HeardSteps,
): { places: number[]; likelihood: number } {
  const came = Array.from({ length: steps }, () => new Int16Array(states.length));
  let scores = new Float64Array(states.length).fill(Number.NEGATIVE_INFINITY);
  scores[0] = 0;
  if (states[0] === SIL) scores[1] = 0;
  for (let step = 0; step < steps; step += 1) {
    const next = new Float64Array(states.length);
    for (const [s, viseme] of states.entries()) {
      const from = bestBefore(states, scores, s, step === 0);
      const probability = visemes[step * VISEMES.length + viseme] ?? 0;
      next[s] = (scores[from] ?? 0) + Math.log(Math.max(LEAST_PROBABILITY, probability));
      (came[step] as Int16Array)[s] = from;
    }
    scores = next;
  }
  const last = states.length - 1;
  let state = (scores[last] ?? 0) >= (scores[last - 1] ?? 0) ? last : last - 1;
  const likelihood = (scores[state] ?? 0) / Math.max(1, steps);
  const places = new Array<number>(steps).fill(0);
  for (let step = steps - 1; step >= 0; step -= 1) {
    places[step] = state;
    state = came[step]?.[state] ?? 0;
  }
  return { places, likelihood };
}

function bestBefore(states: readonly number[], scores: Float64Array, s: number, isFirst: boolean): number {
  if (isFirst) return s;
  const candidates = [s, s - 1, ...(states[s - 1] === SIL ? [s - 2] : [])].filter((one) => one >= 0);
  return candidates.reduce((best, one) => ((scores[one] ?? 0) > (scores[best] ?? 0) ? one : best));
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

function deepest(energy: readonly number[], from: number, to: number): number {
  let best = Math.max(0, from);
  for (let i = best; i <= Math.min(energy.length - 1, to); i += 1)
    if ((energy[i] ?? 0) < (energy[best] ?? Number.POSITIVE_INFINITY)) best = i;
  return best;
}
