import { DomainError } from '../../../src/platform/errors.ts';
import type { SampleProblem } from './report.ts';

const REMEDIES: Record<SampleProblem['code'], string> = {
  silent: 'Check the microphone and record again.',
  too_short: 'Speak longer, with fewer pauses.',
  clipped: 'Lower the recording level or step back from the microphone, and record again.',
  noisy: 'Record in a quiet room, close to the microphone.',
  several_speakers: 'Send a recording of one person.',
  music: 'Record where no music plays.',
};

export class SampleRefused extends DomainError {
  constructor(name: string, problems: readonly SampleProblem[]) {
    const sentences = problems.map(({ code, message }) => `${message} ${REMEDIES[code]}`);
    super({
      kind: 'invalid',
      code: `sample_${problems[0]?.code ?? 'refused'}`,
      public: `The sample "${name.slice(0, 80)}" cannot be used. ${sentences.join(' ')}`,
      detail: sentences.map((message) => ({ path: name.slice(0, 80), message })),
    });
  }
}
