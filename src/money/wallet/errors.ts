import { DomainError } from '../../platform/errors.ts';

export class InvalidRange extends DomainError {
  constructor(message: string) {
    super({ kind: 'invalid', code: 'invalid_range', public: message });
  }
}
