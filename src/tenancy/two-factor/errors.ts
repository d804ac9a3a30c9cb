import { DomainError } from '../../platform/errors.ts';

export class WrongCode extends DomainError {
  constructor() {
    const message = 'is wrong, too old or already used';
    super({
      kind: 'invalid',
      code: 'code_invalid',
      public: `The code ${message}.`,
      detail: [{ path: 'body.code', message }],
    });
  }
}

export class TwoFactorAlreadyOn extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'two_factor_enabled',
      public: 'Two-factor sign-in is already on; turn it off before setting it up anew.',
    });
  }
}

export class TwoFactorNotSetUp extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'two_factor_not_set_up',
      public: 'Two-factor sign-in is not set up; begin with POST /api/auth/2fa/setup.',
    });
  }
}
