import { DomainError } from '../../platform/errors.ts';

export class PasswordRefused extends DomainError {
  constructor(code: 'password_length' | 'password_common' | 'password_weak', message: string) {
    super({
      kind: 'invalid',
      code,
      public: `The password ${message}.`,
      detail: [{ path: 'body.password', message }],
    });
  }
}

export class PasswordsBusy extends DomainError {
  constructor(cause?: unknown) {
    super({
      kind: 'unavailable',
      code: 'busy',
      public: 'Too many sign-ins are in progress. Try again shortly.',
      retryAfterSeconds: 5,
      cause,
    });
  }
}
