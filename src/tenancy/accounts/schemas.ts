import { Type } from '@sinclair/typebox';
import { SignInOptions, SignInResponseBody } from '../passkeys/index.ts';

const PRINTABLE = '^[^\\u0000-\\u001f\\u007f]*$';

const Name = Type.String({ maxLength: 200, pattern: PRINTABLE });
const Totp = Type.Optional(
  Type.String({
    maxLength: 64,
    description: 'Authenticator or recovery code, if two-factor authentication is on.',
  }),
);

export const AuthBody = Type.Object({
  action: Type.Union([
    Type.Literal('signup'),
    Type.Literal('signin'),
    Type.Literal('passkey_options'),
    Type.Literal('passkey'),
    Type.Literal('demo'),
    Type.Literal('signout'),
    Type.Literal('verify'),
    Type.Literal('forgot'),
    Type.Literal('reset'),
  ]),
  email: Type.Optional(
    Type.String({ maxLength: 320, description: 'Required for `signup`, `signin` and `forgot`.' }),
  ),
  password: Type.Optional(
    Type.String({
      maxLength: 1024,
      description:
        '8 to 256 characters. Required for `signup`, `signin` and `reset`; for `verify` it proves that the account is yours. Common and easily guessed passwords are refused.',
    }),
  ),
  name: Type.Optional(Name),
  totp: Totp,
  response: Type.Optional(SignInResponseBody),
  revoke_keys: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'With `reset`: revokes all API keys and removes all passkeys as well.',
    }),
  ),
  token: Type.Optional(
    Type.String({ maxLength: 200, description: 'From the mailed link. Required for `verify` and `reset`.' }),
  ),
});

const Cents = (description: string) => Type.Optional(Type.Integer({ description }));

export const User = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    email: Type.String(),
    email_verified: Type.Boolean(),
    name: Type.String(),
    plan: Type.String(),
    admin: Type.Boolean(),
    two_factor_enabled: Type.Boolean(),
    webhookUrl: Type.Union([Type.String(), Type.Null()]),
    created_at: Type.String({ format: 'date-time' }),
    creditBalanceCents: Cents('Prepaid balance.'),
    owedCents: Cents('Taken back by refunds and disputes beyond the balance. The next top-up pays it first.'),
    routingCredits: Type.Optional(Type.Integer()),
    autoTopUpEnabled: Type.Optional(Type.Boolean()),
    autoTopUpAmountCents: Cents('Amount of an automatic top-up.'),
    lowBalanceThresholdCents: Cents('Balance below which a top-up starts.'),
    monthlySpendCapCents: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
    usageAlertPercents: Type.Optional(Type.Array(Type.Integer())),
    autoTopUpMonthlyCapCents: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
    scheduledPlan: Type.Optional(
      Type.Union(
        [
          Type.Object({ plan: Type.String(), effective_at: Type.String({ format: 'date-time' }) }),
          Type.Null(),
        ],
        { description: 'The plan after a downgrade or cancellation, and when it starts.' },
      ),
    ),
    storage: Type.Optional(
      Type.Object(
        {
          assets: Type.Integer(),
          max_assets: Type.Integer(),
          bytes: Type.Integer(),
          max_bytes: Type.Integer(),
        },
        { description: 'Stored assets and the caps of the plan.' },
      ),
    ),
    credits: Type.Optional(
      Type.Object({
        included: Type.Integer(),
        used: Type.Integer(),
        remaining: Type.Integer(),
        owed: Type.Integer({
          description: 'Spent of a month whose payment went back. The next grants pay it first.',
        }),
        resets_at: Type.String({ format: 'date-time' }),
      }),
    ),
  },
  { additionalProperties: true },
);

export const SignedUp = Type.Object({
  user: User,
  api_key: Type.String({ description: 'The first API key. Shown only in this response.' }),
});

export const AuthResult = Type.Object({
  user: Type.Optional(
    Type.Union([User, Type.Null()], {
      description: 'After `signin`, `passkey` and `demo`, and null after `signout`.',
    }),
  ),
  options: Type.Optional(SignInOptions),
  ok: Type.Optional(Type.Boolean({ description: 'After `verify`, `forgot` and `reset`.' })),
  taken_over: Type.Optional(
    Type.Boolean({
      description:
        'After `verify`: it was not shown that the account is yours, so its keys, sessions, passkeys, second factor, password and webhook settings were removed.',
    }),
  ),
});

const Password = Type.String({ maxLength: 1024, description: 'The current password.' });

export const ChangePasswordBody = Type.Object({
  password: Password,
  new_password: Type.String({ maxLength: 1024, description: '8 to 256 characters.' }),
});

export const ChangeNameBody = Type.Object({ name: Name });

export const ChangedAccount = Type.Object({ user: User });

export const ChangeEmailBody = Type.Object({
  email: Type.String({ maxLength: 320, description: 'The new address.' }),
  password: Password,
  totp: Totp,
});

export const DeleteAccountBody = Type.Object({
  password: Password,
  totp: Totp,
  forfeit_balance: Type.Optional(
    Type.Boolean({ default: false, description: 'Forfeits the money left in the wallet.' }),
  ),
  forfeit_earnings: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Forfeits what your voices earned and was not paid out. Payouts that wait are rejected.',
    }),
  ),
});

export const Me = Type.Object({
  user: Type.Union([User, Type.Null()]),
  csrf_token: Type.Optional(
    Type.String({ description: 'Send it as X-CSRF-Token with administrative requests that modify data.' }),
  ),
});
