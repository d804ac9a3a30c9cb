import { DomainError } from '../../../platform/errors.ts';

export class InvalidDesign extends DomainError {
  constructor(field: string, message: string, code = 'invalid_request') {
    super({
      kind: 'invalid',
      code,
      public: `${field} ${message}.`,
      detail: [{ path: `body.${field}`, message }],
    });
  }
}
