import { SPEAKER_LIMITS, type SpeakerArtifact, TIMBRE_SIZE } from '../../speech/index.ts';
import { descended, emptyMemory, type Memory } from './adam.ts';
import type { Slope } from './methods.ts';

/** How far a fitting has come. Plain data: what is kept after a step is enough to go on from, in another process too. */
export type Fitting = {
  /** Where it began; all but the timbre stays. */
  start: SpeakerArtifact;
  timbre: number[];
  memory: Memory;
  /** The best timbre so far by a sentence that no step was taken on. */
  best: { timbre: number[]; loss: number } | null;
};

const RATE = 0.025;
/** What it costs to be one standard deviation of the voices away from the start: words suffer there. */
const REGULARISATION = 0.05;

export function beginFitting(start: SpeakerArtifact): Fitting {
  return { start, timbre: start.style.slice(0, TIMBRE_SIZE), memory: emptyMemory(TIMBRE_SIZE), best: null };
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
  const { values, memory } = descended(fitting.timbre, slopes, fitting.memory, RATE);
  return { ...fitting, timbre: values, memory };
}

export function judgedBy(fitting: Fitting, loss: number): Fitting {
  if (fitting.best && fitting.best.loss <= loss) return fitting;
  return { ...fitting, best: { timbre: fitting.timbre, loss } };
}
