import { DomainError } from '../../src/platform/errors.ts';

export class TranslationFailed extends DomainError {
  constructor(cause: unknown) {
    super({
      kind: 'upstream_failed',
      code: 'engine_unavailable',
      public: 'The text could not be translated. Try again in a moment.',
      cause,
    });
  }
}
