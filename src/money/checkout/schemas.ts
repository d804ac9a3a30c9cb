import { Type } from '@sinclair/typebox';
import { PROVIDERS, REGIONS } from './providers.ts';

const provider = Type.Optional(Type.String({ description: PROVIDERS.join(', '), examples: ['stripe'] }));

export const CheckoutBody = Type.Object({
  plan: Type.String({ description: 'free, starter, creator or developer', examples: ['creator'] }),
  provider,
  region: Type.Optional(Type.String({ description: REGIONS.join(', '), examples: ['africa'] })),
});

export const CheckoutView = Type.Object({
  provider: Type.String(),
  plan: Type.String(),
  url: Type.Optional(Type.String({ description: 'Payment page of the provider.' })),
  session_id: Type.Optional(Type.String()),
  demo: Type.Optional(Type.Boolean({ description: 'True when the plan was applied without a payment.' })),
});

export const TopUpBody = Type.Object({
  amountUsd: Type.Number({ description: 'Between 5 and 10,000; rounded to cents.', examples: [20] }),
  provider,
});

export const TopUpView = Type.Object({
  provider: Type.Optional(Type.String()),
  url: Type.Optional(Type.String({ description: 'Payment page of the provider.' })),
  session_id: Type.Optional(Type.String()),
  amount_cents: Type.Integer(),
  demo: Type.Optional(Type.Boolean({ description: 'True when the credit was added without a payment.' })),
  creditBalanceCents: Type.Optional(Type.Integer()),
});
