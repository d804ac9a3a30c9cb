import { FORM_NAMES, VISEMES } from '../types.ts';

/** Of the sound that the network hears. */
export const SAMPLE_RATE = 16_000;
/** It says something about each 10 ms, but thinks of two of them at once. */
export const STEP_SAMPLES = 160;
export const STEPS_PER_SECOND = SAMPLE_RATE / STEP_SAMPLES;
export const PAIR_SAMPLES = 2 * STEP_SAMPLES;
/** Earlier sound than this changes nothing: 28 pairs, 75 that say what the scene is like, and a little of a window. */
export const PAIRS_BEFORE = 104;
/** Later sound than this changes nothing: four pairs and a part of the next, 97.5 ms after the end of a step. */
export const PAIRS_AFTER = 5;

export const VISEME_COUNT = VISEMES.length;
export const CURVE_NAMES = [...FORM_NAMES, 'stress'] as const;
export const CURVE_COUNT = CURVE_NAMES.length;

/** What was heard in so many steps: step by step the probabilities of the visemes, and the curves, 0 to 1. */
export type HeardSteps = { steps: number; visemes: Float32Array; curves: Float32Array };

export function emptySteps(steps: number): HeardSteps {
  return {
    steps,
    visemes: new Float32Array(steps * VISEME_COUNT),
    curves: new Float32Array(steps * CURVE_COUNT),
  };
}

/** Puts steps of one over those of another; `at` and `from` count steps. */
export function copySteps(
  target: HeardSteps,
  at: number,
  source: HeardSteps,
  from: number,
  to: number,
): void {
  target.visemes.set(source.visemes.subarray(from * VISEME_COUNT, to * VISEME_COUNT), at * VISEME_COUNT);
  target.curves.set(source.curves.subarray(from * CURVE_COUNT, to * CURVE_COUNT), at * CURVE_COUNT);
}
