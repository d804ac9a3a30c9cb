import { SPEAKER_LIMITS, type SpeakerArtifact, TIMBRE_SIZE } from '../../speech/index.ts';
import { descended, emptyMemory, type Memory } from './adam.ts';
import type { Slope } from './methods.ts';

/** How far a fitting has come. Plain data: what is kept after a step is enough to go on from, in another process too. */
export type Fitting = {
  /** Where it began; all but the timbre stays. */
  start: SpeakerArtifact;
  /** How many there will be; `memory` has those that are done. */
  steps: number;
  timbre: number[];
  memory: Memory;
  /** The best timbre so far by a sentence that no step was taken on. */
  best: { timbre: number[]; loss: number } | null;
};

/** About how far a number goes in the first step and in the last: where it ends is less a matter of the last sentence. */
const RATES = { first: 0.03, last: 0.006 };
/** What it costs to be one standard deviation of the voices away from the start: words suffer there. */
const REGULARISATION = 0.02;

export function beginFitting(start: SpeakerArtifact, steps: number): Fitting {
  const timbre = start.style.slice(0, TIMBRE_SIZE);
  return { start, steps, timbre, memory: emptyMemory(TIMBRE_SIZE), best: null };
}

export function speakerOf({ start }: Fitting, timbre: readonly number[]): SpeakerArtifact {
  const { min, max } = SPEAKER_LIMITS.style;
  const style = [
    ...timbre.map((value) => Math.max(min, Math.min(max, value))),
    ...start.style.slice(TIMBRE_SIZE),
  ];
  return { ...start, style };
}

/** `deviations`: how far apart the voices are in each number. */
export function steppedBy(fitting: Fitting, { gradient }: Slope, deviations: readonly number[]): Fitting {
  const slopes = fitting.timbre.map((value, i) => {
    const away = value - (fitting.start.style[i] ?? 0);
    return (gradient[i] ?? 0) + (2 * REGULARISATION * away) / ((deviations[i] ?? 1) ** 2 * TIMBRE_SIZE);
  });
  const share = (fitting.memory.steps + 1) / fitting.steps;
  const rate = RATES.first + share * (RATES.last - RATES.first);
  const { values, memory } = descended(fitting.timbre, slopes, fitting.memory, rate);
  return { ...fitting, timbre: values, memory };
}

export function judgedBy(fitting: Fitting, loss: number): Fitting {
  if (fitting.best && fitting.best.loss <= loss) return fitting;
  return { ...fitting, best: { timbre: fitting.timbre, loss } };
}
