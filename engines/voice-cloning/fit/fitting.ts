import { SPEAKER_LIMITS, type SpeakerArtifact, TIMBRE_PARTS, TIMBRE_SIZE } from '../../speech/index.ts';
import { descended, emptyMemory, type Memory } from './adam.ts';
import type { Slope } from './methods.ts';

/** State of a fitting. Plain data: the value saved after a step is enough to resume, in another process too. */
export type Fitting = {
  /** Starting speaker. Only its timbre offsets change. */
  start: SpeakerArtifact;
  /** Total steps. `memory.steps` counts the completed ones. */
  steps: number;
  offsets: number[];
  memory: Memory;
  /** Best so far, on a sentence that is not used for steps. */
  best: { offsets: number[]; loss: number } | null;
};

/** Approximate change of a number in the first and in the last step. It falls, so that the last sentence does not decide the result. */
const RATES = { first: 0.03, last: 0.006 };
/** Cost of being one standard deviation (over voices) away from the start. Small, so that it only holds numbers without effect. */
const REGULARISATION = 0.002;

export function beginFitting(start: SpeakerArtifact, steps: number): Fitting {
  const size = TIMBRE_PARTS * TIMBRE_SIZE;
  return { start, steps, offsets: new Array<number>(size).fill(0), memory: emptyMemory(size), best: null };
}

export function speakerOf({ start }: Fitting, offsets: readonly number[]): SpeakerArtifact {
  const { min, max } = SPEAKER_LIMITS.timbreOffsets;
  return { ...start, timbreOffsets: offsets.map((value) => Math.max(min, Math.min(max, value))) };
}

/** `deviations`: standard deviation over voices of each number of a style. */
export function steppedBy(fitting: Fitting, { gradient }: Slope, deviations: readonly number[]): Fitting {
  const slopes = fitting.offsets.map((away, i) => {
    const unit = (deviations[i % TIMBRE_SIZE] ?? 1) ** 2 * fitting.offsets.length;
    return (gradient[i] ?? 0) + (2 * REGULARISATION * away) / unit;
  });
  const share = (fitting.memory.steps + 1) / fitting.steps;
  const rate = RATES.first + share * (RATES.last - RATES.first);
  const { values, memory } = descended(fitting.offsets, slopes, fitting.memory, rate);
  return { ...fitting, offsets: values, memory };
}

export function judgedBy(fitting: Fitting, loss: number): Fitting {
  if (fitting.best && fitting.best.loss <= loss) return fitting;
  return { ...fitting, best: { offsets: fitting.offsets, loss } };
}
