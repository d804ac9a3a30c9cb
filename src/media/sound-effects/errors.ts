import { DomainError } from '../../platform/errors.ts';

export class PromptRequired extends DomainError {
  constructor() {
    super({ kind: 'invalid', code: 'prompt_required', public: 'prompt is required.' });
  }
}

export class KindNotFound extends DomainError {
  constructor() {
    super({
      kind: 'not_found',
      code: 'kind_not_found',
      public: 'There is no such kind of sound. GET /api/v1/sfx lists them.',
    });
  }
}
