import { domainError } from '../../platform/errors.ts';

export const PasskeyNotFound = domainError('not_found', 'passkey_not_found', 'Passkey not found.');

export const TooManyPasskeys = domainError(
  'conflict',
  'passkey_limit',
  (limit: number) => `An account has at most ${limit} passkeys. Remove one that you no longer use.`,
);

export const PasskeyExists = domainError(
  'conflict',
  'passkey_exists',
  'This passkey was added before. Create a new one on your device.',
);

export const PasskeyNotAdded = domainError('invalid', 'passkey_rejected', (cause?: unknown) => {
  const message = 'does not match a request of yours from the last five minutes, or was changed on its way';
  return {
    public: `The passkey was not added: its response ${message}. Start again.`,
    detail: [{ path: 'body.response', message }],
    cause,
  };
});

/** The same text for all causes, so that it does not tell which passkeys there are. */
export const PasskeyRefused = domainError('unauthenticated', 'passkey_rejected', (cause?: unknown) => ({
  public:
    'This passkey does not sign in: it is unknown or was removed, or you took longer than five minutes. Try again, or use your password.',
  cause,
}));
