import { DomainError } from '../../src/platform/errors.ts';

export class LanguageModelFailed extends DomainError {
  constructor(cause: unknown) {
    super({
      kind: 'upstream_failed',
      code: 'engine_unavailable',
      public: 'The language model could not answer. Try again in a moment.',
      cause,
    });
  }
}
