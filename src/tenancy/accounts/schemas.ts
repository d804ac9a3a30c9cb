import { Type } from '@sinclair/typebox';

const PRINTABLE = '^[^\\u0000-\\u001f\\u007f]*$';

export const Name = Type.String({ maxLength: 200, pattern: PRINTABLE });
export const Totp = Type.Optional(
  Type.String({
    maxLength: 64,
    description: 'Authenticator or recovery code, if two-factor authentication is on.',
  }),
);

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
