import { DomainError } from '../../../platform/errors.ts';
import type { SampleProblem } from './report.ts';

export class SampleRefused extends DomainError {
  constructor(name: string, problems: readonly SampleProblem[]) {
    super({
      kind: 'unprocessable',
      code: `sample_${problems[0]?.code ?? 'refused'}`,
      public: `The sample "${name.slice(0, 80)}" cannot be used. ${problems.map(({ message }) => message).join(' ')}`,
      detail: problems.map(({ message }) => ({ path: name.slice(0, 80), message })),
    });
  }
}
