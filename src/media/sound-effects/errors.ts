import { DomainError } from '../../platform/errors.ts';

export class KindNotFound extends DomainError {
  constructor() {
    super({
      kind: 'not_found',
      code: 'kind_not_found',
      public: 'There is no such kind of sound. GET /api/v1/sfx lists them.',
    });
  }
}
