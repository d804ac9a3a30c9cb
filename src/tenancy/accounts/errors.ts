import { DomainError } from '../../platform/errors.ts';

export class AccountNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'account_not_found', public: 'Account not found.' });
  }
}

export class InvalidEmail extends DomainError {
  constructor() {
    const message = 'is not a valid email address';
    super({
      kind: 'invalid',
      code: 'email_invalid',
      public: `email ${message}.`,
      detail: [{ path: 'body.email', message }],
    });
  }
}

export class FieldsMissing extends DomainError {
  constructor(fields: string[]) {
    super({
      kind: 'invalid',
      code: 'invalid_request',
      public: `This action needs ${fields.join(' and ')}.`,
      detail: fields.map((field) => ({ path: `body.${field}`, message: 'is required' })),
    });
  }
}

export class EmailTaken extends DomainError {
  constructor(field: 'email' | 'token' = 'email') {
    super({
      kind: 'invalid',
      code: 'email_taken',
      public: 'There is already an account with this email address. Sign in instead.',
      detail: [{ path: `body.${field}`, message: 'is for an address that already has an account' }],
    });
  }
}

export class EmailUnchanged extends DomainError {
  constructor() {
    const message = 'is already the address of this account';
    super({
      kind: 'invalid',
      code: 'email_unchanged',
      public: `email ${message}.`,
      detail: [{ path: 'body.email', message }],
    });
  }
}

/** The same text for an unknown address and a wrong password, so that it does not reveal who has an account. */
export class WrongCredentials extends DomainError {
  constructor() {
    super({
      kind: 'unauthenticated',
      code: 'wrong_credentials',
      public: 'The email address or the password is wrong.',
    });
  }
}

export class SecondFactorRequired extends DomainError {
  /** A wrong code was sent, as opposed to none. */
  readonly guessed: boolean;

  constructor(options: { guessed: boolean }) {
    super({
      kind: 'unauthenticated',
      code: 'totp_required',
      public: 'Send the current code from your authenticator app, or a recovery code, as totp.',
    });
    this.guessed = options.guessed;
  }
}

export class TokenInvalid extends DomainError {
  constructor() {
    const message = 'is not valid: it was used, has expired or is incomplete';
    super({
      kind: 'invalid',
      code: 'token_invalid',
      public: `The token ${message}. Request a new mail.`,
      detail: [{ path: 'body.token', message }],
    });
  }
}

export class SignInToVerify extends DomainError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'sign_in_first',
      public:
        'Sign in to this account in the same browser and open the link again, or send the password of the account with it.',
    });
  }
}

export class AlreadyVerified extends DomainError {
  constructor() {
    super({ kind: 'conflict', code: 'already_verified', public: 'The email address is already verified.' });
  }
}

export class WrongPassword extends DomainError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'wrong_password',
      public: 'The password is wrong.',
      detail: [{ path: 'body.password', message: 'is wrong' }],
    });
  }
}

/** Only the demo account has none. */
export class NoPassword extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'no_password',
      public: 'This account has no password. Set one through "forgot password" first.',
    });
  }
}

export class DemoUnavailable extends DomainError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'demo_unavailable',
      public:
        'Only a browser on the machine that runs the service can sign in to the demo account, and never in production.',
    });
  }
}

export class BalanceRemaining extends DomainError {
  constructor(cents: number) {
    super({
      kind: 'conflict',
      code: 'balance_remaining',
      public: `The wallet still holds ${(cents / 100).toFixed(2)} USD. Spend it, request a refund, or send forfeit_balance: true to give it up.`,
    });
  }
}

export class EarningsRemaining extends DomainError {
  constructor({ available, requested }: { available: number; requested: number }) {
    const waiting = requested > 0 ? `, ${requested} of them in payouts that are not decided yet` : '';
    super({
      kind: 'conflict',
      code: 'earnings_remaining',
      public: `You have earned ${available + requested} credits that were not paid out${waiting}. Request a payout with POST /api/v1/seller/payouts and wait until it is paid, or send forfeit_earnings: true to give them up.`,
    });
  }
}
