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
  url: Type.Optional(Type.String({ description: 'Where the customer pays.' })),
  session_id: Type.Optional(Type.String()),
  demo: Type.Optional(Type.Boolean({ description: 'True: applied at once, without a payment.' })),
});

export const TopUpBody = Type.Object({
  amountUsd: Type.Number({ description: 'At least 5, at most 10,000; rounded to cents.', examples: [20] }),
  provider,
});

export const TopUpView = Type.Object({
  provider: Type.Optional(Type.String()),
  url: Type.Optional(Type.String({ description: 'Where the customer pays.' })),
  session_id: Type.Optional(Type.String()),
  amount_cents: Type.Integer(),
  demo: Type.Optional(Type.Boolean({ description: 'True: added at once, without a payment.' })),
  creditBalanceCents: Type.Optional(Type.Integer()),
});
