import { Type } from '@sinclair/typebox';

const LARGEST_CHANGE = 1_000_000_000;
const Change = (description: string) =>
  Type.Optional(Type.Integer({ minimum: -LARGEST_CHANGE, maximum: LARGEST_CHANGE, description }));

export const PlanBody = Type.Object({
  plan: Type.Union(
    ['free', 'starter', 'creator', 'developer', 'suspended'].map((plan) => Type.Literal(plan)),
    { description: 'Takes effect immediately, with the credits of the new plan.' },
  ),
});

export const CreditsBody = Type.Object({
  credits: Change('Plan credits to add; negative to remove.'),
  cents: Change('Prepaid cents to add; negative to remove.'),
  routing_credits: Change('Routing credits to add; negative to remove.'),
  note: Type.String({ minLength: 1, maxLength: 500, description: 'Reason, kept in the ledger.' }),
});

export const UserView = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  email_verified: Type.Boolean(),
  admin: Type.Boolean(),
  created_at: Type.String(),
  creditBalanceCents: Type.Integer(),
  owedCents: Type.Integer(),
  routingCredits: Type.Integer(),
  credits: Type.Object({
    included: Type.Integer(),
    used: Type.Integer(),
    remaining: Type.Integer(),
    owed: Type.Integer(),
    resets_at: Type.String(),
  }),
});
