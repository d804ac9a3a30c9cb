import { Type } from '@sinclair/typebox';

const PRINTABLE = '^[^\\u0000-\\u001f\\u007f]*$';

export const AuthBody = Type.Object({
  action: Type.Union([Type.Literal('signup'), Type.Literal('signin'), Type.Literal('signout')]),
  email: Type.Optional(Type.String({ maxLength: 320, description: 'Needed to sign up and in.' })),
  password: Type.Optional(
    Type.String({
      maxLength: 1024,
      description: '8 to 256 characters. Common and easily guessed ones are refused at sign-up.',
    }),
  ),
  name: Type.Optional(Type.String({ maxLength: 200, pattern: PRINTABLE })),
  totp: Type.Optional(
    Type.String({ maxLength: 64, description: 'Authenticator or recovery code, where two-factor is on.' }),
  ),
});

const Cents = (description: string) => Type.Optional(Type.Integer({ description }));

export const User = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    email: Type.String(),
    name: Type.String(),
    plan: Type.String(),
    admin: Type.Boolean(),
    two_factor_enabled: Type.Boolean(),
    webhookUrl: Type.Union([Type.String(), Type.Null()]),
    created_at: Type.String({ format: 'date-time' }),
    creditBalanceCents: Cents('Prepaid balance.'),
    routingCredits: Type.Optional(Type.Integer()),
    autoTopUpEnabled: Type.Optional(Type.Boolean()),
    autoTopUpAmountCents: Cents('What one automatic top-up adds.'),
    lowBalanceThresholdCents: Cents('The balance under which it happens.'),
    monthlySpendCapCents: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
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
        resets_at: Type.String({ format: 'date-time' }),
      }),
    ),
  },
  { additionalProperties: true },
);

export const SignedUp = Type.Object({
  user: User,
  api_key: Type.String({ description: 'The first key, shown this once.' }),
});

export const SignedInOrOut = Type.Object({ user: Type.Union([User, Type.Null()]) });

export const Me = Type.Object({
  user: Type.Union([User, Type.Null()]),
  csrf_token: Type.Optional(
    Type.String({ description: 'Goes into X-CSRF-Token of administrative calls that change something.' }),
  ),
});
