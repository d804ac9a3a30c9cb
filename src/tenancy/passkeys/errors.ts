import { DomainError } from '../../platform/errors.ts';

export class PasskeyNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'passkey_not_found', public: 'Passkey not found.' });
  }
}

export class TooManyPasskeys extends DomainError {
  constructor(limit: number) {
    super({
      kind: 'conflict',
      code: 'passkey_limit',
      public: `An account has at most ${limit} passkeys. Remove one that you no longer use.`,
    });
  }
}

export class PasskeyExists extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'passkey_exists',
      public: 'This passkey was added before. Create a new one on your device.',
    });
  }
}

export class PasskeyNotAdded extends DomainError {
  constructor(cause?: unknown) {
    const message = 'does not match a request of yours from the last five minutes, or was changed on its way';
    super({
      kind: 'invalid',
      code: 'passkey_rejected',
      public: `The passkey was not added: its response ${message}. Start again.`,
      detail: [{ path: 'body.response', message }],
      cause,
    });
  }
}

/** The same text for all causes, so that it does not tell which passkeys there are. */
export class PasskeyRefused extends DomainError {
  constructor(cause?: unknown) {
    super({
      kind: 'unauthenticated',
      code: 'passkey_rejected',
      public:
        'This passkey does not sign in: it is unknown or was removed, or you took longer than five minutes. Try again, or use your password.',
      cause,
    });
  }
}
