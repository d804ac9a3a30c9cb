import { DomainError } from '../../../platform/errors.ts';

/** A form that cannot become a clone. */
export class CloneRefused extends DomainError {
  constructor(code: string, path: string, message: string) {
    super({ kind: 'invalid', code, public: message, detail: [{ path, message }] });
  }
}

export class SampleMissing extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'sample_not_found', public: 'The voice has no samples.' });
  }
}
