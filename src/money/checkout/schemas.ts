import { Type } from '@sinclair/typebox';
import { PROVIDER_NAMES } from '../providers/index.ts';
import { REGIONS } from './choose-provider.ts';

const choice = {
  provider: Type.Optional(Type.String({ description: PROVIDER_NAMES.join(', '), examples: ['stripe'] })),
  region: Type.Optional(Type.String({ description: REGIONS.join(', '), examples: ['africa'] })),
  country: Type.Optional(
    Type.String({ description: 'Country of the payer, two letters. Default: by region.', examples: ['BR'] }),
  ),
};

export const CheckoutBody = Type.Object({
  plan: Type.String({
    description: 'free, starter, creator or developer. free cancels at the end of what is paid for.',
    examples: ['creator'],
  }),
  ...choice,
});

export const CheckoutView = Type.Object({
  provider: Type.String(),
  plan: Type.String(),
  url: Type.Optional(Type.String({ description: 'Payment page of the provider.' })),
  session_id: Type.Optional(
    Type.String({ description: 'The payment page, or the subscription that was changed, at the provider.' }),
  ),
  effective_at: Type.Optional(
    Type.String({ description: 'When the plan of an existing subscription changes.', format: 'date-time' }),
  ),
  demo: Type.Optional(Type.Boolean({ description: 'True when the plan was applied without a payment.' })),
});

export const TopUpBody = Type.Object({
  amountUsd: Type.Number({ description: 'Between 5 and 10,000; rounded to cents.', examples: [20] }),
  ...choice,
});

export const TopUpView = Type.Object({
  provider: Type.Optional(Type.String()),
  url: Type.Optional(Type.String({ description: 'Payment page of the provider.' })),
  session_id: Type.Optional(Type.String()),
  amount_cents: Type.Integer(),
  demo: Type.Optional(Type.Boolean({ description: 'True when the credit was added without a payment.' })),
  creditBalanceCents: Type.Optional(Type.Integer()),
});

export const PortalView = Type.Object({
  url: Type.String({ description: "The card provider's pages for cards, invoices and cancelling." }),
});
