import { domainError, fieldFault } from '../../platform/errors.ts';

export const AccountNotFound = domainError('not_found', 'account_not_found', 'Account not found.');

export const InvalidEmail = domainError(
  'invalid',
  'email_invalid',
  fieldFault('email', 'is not a valid email address'),
);

export const FieldsMissing = domainError('invalid', 'invalid_request', (fields: string[]) => ({
  public: `This action needs ${fields.join(' and ')}.`,
  detail: fields.map((field) => ({ path: `body.${field}`, message: 'is required' })),
}));

export const EmailTaken = domainError('invalid', 'email_taken', (field: 'email' | 'token' = 'email') => ({
  public: 'There is already an account with this email address. Sign in instead.',
  detail: [{ path: `body.${field}`, message: 'is for an address that already has an account' }],
}));

export const EmailUnchanged = domainError(
  'invalid',
  'email_unchanged',
  fieldFault('email', 'is already the address of this account'),
);

/** The same text for an unknown address and a wrong password, so that it does not reveal who has an account. */
export const WrongCredentials = domainError(
  'unauthenticated',
  'wrong_credentials',
  'The email address or the password is wrong.',
);

export class SecondFactorRequired extends domainError(
  'unauthenticated',
  'totp_required',
  'Send the current code from your authenticator app, or a recovery code, as totp.',
) {
  /** A wrong code was sent, as opposed to none. */
  readonly guessed: boolean;

  constructor(options: { guessed: boolean }) {
    super();
    this.guessed = options.guessed;
  }
}

export const TokenInvalid = domainError('invalid', 'token_invalid', () => {
  const message = 'is not valid: it was used, has expired or is incomplete';
  return { public: `The token ${message}. Request a new mail.`, detail: [{ path: 'body.token', message }] };
});

export const SignInToVerify = domainError(
  'forbidden',
  'sign_in_first',
  'Sign in to this account in the same browser and open the link again, or send the password of the account with it.',
);

export const AlreadyVerified = domainError(
  'conflict',
  'already_verified',
  'The email address is already verified.',
);

export const WrongPassword = domainError('forbidden', 'wrong_password', {
  public: 'The password is wrong.',
  detail: [{ path: 'body.password', message: 'is wrong' }],
});

/** Only the demo account has none. */
export const NoPassword = domainError(
  'conflict',
  'no_password',
  'This account has no password. Set one through "forgot password" first.',
);

export const DemoUnavailable = domainError(
  'forbidden',
  'demo_unavailable',
  'Only a browser on the machine that runs the service can sign in to the demo account, and never in production.',
);

export const BalanceRemaining = domainError(
  'conflict',
  'balance_remaining',
  (cents: number) =>
    `The wallet still holds ${(cents / 100).toFixed(2)} USD. Spend it, request a refund, or send forfeit_balance: true to give it up.`,
);

export const EarningsRemaining = domainError(
  'conflict',
  'earnings_remaining',
  ({ available, requested }: { available: number; requested: number }) => {
    const waiting = requested > 0 ? `, ${requested} of them in payouts that are not decided yet` : '';
    return `You have earned ${available + requested} credits that were not paid out${waiting}. Request a payout with POST /api/v1/seller/payouts and wait until it is paid, or send forfeit_earnings: true to give them up.`;
  },
);
