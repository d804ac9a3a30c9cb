import { domainError, domainErrors } from '../../platform/errors.ts';

export const PasswordRefused = domainErrors(
  'invalid',
  ['password_length', 'password_common', 'password_weak'],
  (_code, message: string) => ({
    public: `The password ${message}.`,
    detail: [{ path: 'body.password', message }],
  }),
);

export const PasswordsBusy = domainError('unavailable', 'busy', (cause?: unknown) => ({
  public: 'Too many sign-ins are in progress. Try again shortly.',
  retryAfterSeconds: 5,
  cause,
}));
