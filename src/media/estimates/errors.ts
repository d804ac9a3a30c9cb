import { DomainError } from '../../platform/errors.ts';

export class LengthRequired extends DomainError {
  constructor(what: string) {
    super({
      kind: 'invalid',
      code: 'invalid_request',
      public: `${what} required for an estimate of this kind.`,
    });
  }
}
