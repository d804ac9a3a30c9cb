import type { SpeakerArtifact } from '../../speech/index.ts';
import { type Fitting, judgedBy, speakerOf, steppedBy } from './fitting.ts';
import type { Slope } from './methods.ts';
import { FITTING_SENTENCES } from './sentences.ts';

export type DescentDependencies = {
  analyse(speaker: SpeakerArtifact, phonemes: string): Promise<Slope>;
  /** Distance of the speaker from the target voice, on a sentence that is not used for steps. */
  judge(speaker: SpeakerArtifact): Promise<number>;
  /** Standard deviation over voices of each number of a style. */
  deviations: readonly number[];
};

/** The callback is awaited, so that no step starts before the previous one is saved. */
export type OnStep = (fitting: Fitting) => Promise<void> | void;

const JUDGED_EVERY = 5;

/** Runs the remaining steps. Completed steps are not repeated. */
export async function descendTimbre(
  { analyse, judge, deviations }: DescentDependencies,
  initial: Fitting,
  onStep?: OnStep,
): Promise<Fitting> {
  const judged = async (fitting: Fitting) =>
    judgedBy(fitting, await judge(speakerOf(fitting, fitting.offsets)));
  let fitting = initial.best ? initial : await judged(initial);
  while (fitting.memory.steps < fitting.steps) {
    const phonemes =
      FITTING_SENTENCES[fitting.memory.steps % FITTING_SENTENCES.length] ?? FITTING_SENTENCES[0];
    const slope = await analyse(speakerOf(fitting, fitting.offsets), phonemes);
    fitting = steppedBy(fitting, slope, deviations);
    const done = fitting.memory.steps;
    if (done % JUDGED_EVERY === 0 || done === fitting.steps) fitting = await judged(fitting);
    await onStep?.(fitting);
  }
  return fitting;
}
