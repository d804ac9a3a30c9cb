import { createHmac } from 'node:crypto';
import { paidPlan } from '../../plans/index.ts';
import { parseBody, textAt } from '../payload.ts';
import type { PaymentProvider } from '../provider.ts';
import type { CardApi } from '../provider-api.ts';
import { headerOf, type Proof, requiredSecret, sameText } from '../signatures.ts';
import { openStripe } from './api.ts';
import { readEvent } from './read-event.ts';

const TOLERANCE_SECONDS = 300;
const MAX_SIGNATURES = 10;

export const stripe: PaymentProvider<CardApi> = {
  label: 'Stripe',
  currencyOf: () => 'USD',
  webhook: {
    path: 'cardpay',
    summary: 'Receive an event of the card provider',
    signature:
      '`Cardpay-Signature` or `Stripe-Signature`: `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>">`.',
    refusedWith: 400,
    sharedSecret: null,
    prove({ stripe: { webhookSecret } }, { headers, body, now }) {
      const secret = requiredSecret(webhookSecret, 'CARDPAY_WEBHOOK_SECRET');
      const header = headerOf(headers, 'cardpay-signature') ?? headerOf(headers, 'stripe-signature');
      return header === null ? 'none' : proveTimestamped(header, body, secret, now);
    },
  },
  read: (body, { stripe: { plansByPrice } }) =>
    readEvent(body, (priceId) => paidPlan(plansByPrice.get(priceId ?? '') ?? null)),
  asking: null,
  open({ stripe: { secretKey, prices, plansByPrice, apiUrl } }, { timeoutMs }) {
    return secretKey ? openStripe({ secretKey, prices, plansByPrice, url: apiUrl, timeoutMs }) : null;
  },
  hasOwnPrice: ({ stripe: { prices } }, plan) => prices.has(plan),
  names: {
    of: ({ id }) => id,
    eventType: 'payment_intent.succeeded',
    inEvent: ({ payload }) =>
      payload === null ? null : textAt(parseBody(payload).payload, 'data', 'object', 'id'),
    // An administrator can release a whole session, which is not a payment there.
    canBeFound: (name) => name.startsWith('pi_'),
  },
};

/** `t=<seconds>,v1=<hex>[,v1=…]`: HMAC-SHA256 of `<seconds>.<body>`. */
function proveTimestamped(header: string, body: Buffer, secret: string, now: Date): Proof {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(seconds)) return 'none';
  if (Math.abs(now.getTime() / 1_000 - Number(seconds)) > TOLERANCE_SECONDS) return 'none';
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  const given = parts.flatMap(([name, value]) => (name === 'v1' && value ? [value] : []));
  return given.slice(0, MAX_SIGNATURES).some((one) => sameText(one, expected)) ? 'body' : 'none';
}
