import { DomainError } from '../../platform/errors.ts';

export class AccountNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'account_not_found', public: 'Account not found.' });
  }
}

export class InvalidEmail extends DomainError {
  constructor() {
    const message = 'is not a valid e-mail address';
    super({
      kind: 'invalid',
      code: 'email_invalid',
      public: `email ${message}.`,
      detail: [{ path: 'body.email', message }],
    });
  }
}

export class CredentialsMissing extends DomainError {
  constructor(fields: string[]) {
    super({
      kind: 'invalid',
      code: 'invalid_request',
      public: `${fields.join(' and ')} required to sign up or in.`,
      detail: fields.map((field) => ({ path: `body.${field}`, message: 'is required' })),
    });
  }
}

export class EmailTaken extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'email_taken',
      public: 'There is already an account with this e-mail address; sign in instead.',
      detail: [{ path: 'body.email', message: 'already has an account' }],
    });
  }
}

/** One text for an unknown e-mail and a wrong password: neither may be told from the other. */
export class WrongCredentials extends DomainError {
  constructor() {
    super({
      kind: 'unauthenticated',
      code: 'wrong_credentials',
      public: 'The e-mail address or the password is wrong.',
    });
  }
}

export class SecondFactorRequired extends DomainError {
  /** A code was sent and was wrong, as opposed to none at all. */
  readonly guessed: boolean;

  constructor(options: { guessed: boolean }) {
    super({
      kind: 'unauthenticated',
      code: 'totp_required',
      public: 'Send the current code of your authenticator, or a recovery code, as totp.',
    });
    this.guessed = options.guessed;
  }
}
