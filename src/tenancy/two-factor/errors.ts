import { domainError } from '../../platform/errors.ts';

export const WrongCode = domainError('invalid', 'code_invalid', () => {
  const message = 'is wrong, expired or already used';
  return { public: `The code ${message}.`, detail: [{ path: 'body.code', message }] };
});

export const TwoFactorAlreadyOn = domainError(
  'conflict',
  'two_factor_enabled',
  'Two-factor authentication is already on. Turn it off before setting it up again.',
);

export const TwoFactorNotSetUp = domainError(
  'conflict',
  'two_factor_not_set_up',
  'Two-factor authentication is not set up. Start with POST /api/auth/2fa/setup.',
);
