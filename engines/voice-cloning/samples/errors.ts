import { domainErrors } from '../../../src/platform/errors.ts';
import type { SampleProblem } from './report.ts';

const REMEDIES: Record<SampleProblem['code'], string> = {
  silent: 'Check the microphone and record again.',
  too_short: 'Speak longer, with fewer pauses.',
  clipped: 'Lower the recording level or step back from the microphone, and record again.',
  noisy: 'Record in a quiet room, close to the microphone.',
  several_speakers: 'Send a recording of one person.',
  music: 'Record where no music plays.',
};

const CODES = [
  'sample_silent',
  'sample_too_short',
  'sample_clipped',
  'sample_noisy',
  'sample_several_speakers',
  'sample_music',
] as const satisfies `sample_${SampleProblem['code']}`[];

/** The code is that of the first problem. */
export const SampleRefused = domainErrors(
  'invalid',
  CODES,
  (_code, name: string, problems: readonly SampleProblem[]) => {
    const sentences = problems.map(({ code, message }) => `${message} ${REMEDIES[code]}`);
    return {
      public: `The sample "${name.slice(0, 80)}" cannot be used. ${sentences.join(' ')}`,
      detail: sentences.map((message) => ({ path: name.slice(0, 80), message })),
    };
  },
);
