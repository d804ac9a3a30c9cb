import { SPEAKER_LIMITS, type SpeakerArtifact, TIMBRE_PARTS, TIMBRE_SIZE } from '../../speech/index.ts';
import { descended, emptyMemory, type Memory } from './adam.ts';
import type { Slope } from './methods.ts';

/** How far a fitting has come. Plain data: what is kept after a step is enough to go on from, in another process too. */
export type Fitting = {
  /** Where it began; all stays but what the parts of the decoder are told of the timbre. */
  start: SpeakerArtifact;
  /** How many there will be; `memory` has those that are done. */
  steps: number;
  offsets: number[];
  memory: Memory;
  /** The best so far, by a sentence that no step was taken on. */
  best: { offsets: number[]; loss: number } | null;
};

/** About how far a number goes in the first step and in the last: where it ends is less a matter of the last sentence. */
const RATES = { first: 0.03, last: 0.006 };
/** What it costs to be one standard deviation of the voices away from the start: only what changes nothing is held by it. */
const REGULARISATION = 0.002;

export function beginFitting(start: SpeakerArtifact, steps: number): Fitting {
  const size = TIMBRE_PARTS * TIMBRE_SIZE;
  return { start, steps, offsets: new Array<number>(size).fill(0), memory: emptyMemory(size), best: null };
}

export function speakerOf({ start }: Fitting, offsets: readonly number[]): SpeakerArtifact {
  const { min, max } = SPEAKER_LIMITS.timbreOffsets;
  return { ...start, timbreOffsets: offsets.map((value) => Math.max(min, Math.min(max, value))) };
}

/** `deviations`: how far apart the voices are in each number of a style. */
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
