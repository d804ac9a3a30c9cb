import { DomainError } from '../../platform/errors.ts';

export class WrongCode extends DomainError {
  constructor() {
    const message = 'is wrong, expired or already used';
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
      public: 'Two-factor authentication is already on. Turn it off before setting it up again.',
    });
  }
}

export class TwoFactorNotSetUp extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'two_factor_not_set_up',
      public: 'Two-factor authentication is not set up. Start with POST /api/auth/2fa/setup.',
    });
  }
}
