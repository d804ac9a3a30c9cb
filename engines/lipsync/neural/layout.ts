import { FORM_NAMES, VISEMES } from '../types.ts';

/** Sample rate of the network's input. */
export const SAMPLE_RATE = 16_000;
/** The network's output has one step per 10 ms; internally it processes pairs of steps. */
export const STEP_SAMPLES = 160;
export const STEPS_PER_SECOND = SAMPLE_RATE / STEP_SAMPLES;
export const PAIR_SAMPLES = 2 * STEP_SAMPLES;
/** Left context: 28 pairs, 75 that describe the acoustic scene, and part of a window. Earlier audio has no effect. */
export const PAIRS_BEFORE = 104;
/** Right context: four pairs and part of the next, 97.5 ms after the end of a step. Later audio has no effect. */
export const PAIRS_AFTER = 5;

export const VISEME_COUNT = VISEMES.length;
export const CURVE_NAMES = [...FORM_NAMES, 'stress'] as const;
export const CURVE_COUNT = CURVE_NAMES.length;

/** Output of the network for `steps` steps: viseme probabilities and curves, 0 to 1, step by step. */
export type LipSteps = { steps: number; visemes: Float32Array; curves: Float32Array };

export function emptySteps(steps: number): LipSteps {
  return {
    steps,
    visemes: new Float32Array(steps * VISEME_COUNT),
    curves: new Float32Array(steps * CURVE_COUNT),
  };
}

/** Copies steps. `at`, `from` and `to` are step indices. */
export function copySteps(target: LipSteps, at: number, source: LipSteps, from: number, to: number): void {
  target.visemes.set(source.visemes.subarray(from * VISEME_COUNT, to * VISEME_COUNT), at * VISEME_COUNT);
  target.curves.set(source.curves.subarray(from * CURVE_COUNT, to * CURVE_COUNT), at * CURVE_COUNT);
}
