import { createHmac } from 'node:crypto';
import { paidPlan } from '../../plans/index.ts';
import { minorMoney } from '../amounts.ts';
import { InvalidPayload } from '../errors.ts';
import type { Delivery, Notice } from '../notice.ts';
import { digestOf, idAt, type Json, numberAt, objectAt, type ParsedBody, textAt } from '../payload.ts';
import { BY_REFERENCE } from '../payment-names.ts';
import { type PaymentProvider, SENDS_EVENTS } from '../provider.ts';
import type { FoundPayment } from '../provider-api.ts';
import { bearerOf, headerOf, requiredSecret, sameText } from '../signatures.ts';
import { openPaystack } from './api.ts';

export const paystack: PaymentProvider = {
  label: 'Paystack',
  currencyOf: (config) => config.paystack.currency,
  webhook: {
    path: 'provb',
    summary: 'Receive an event of provider B (Paystack)',
    signature: '`X-Provb-Signature` or `X-Paystack-Signature`: HMAC-SHA512 of the body.',
    refusedWith: 401,
    // Outside production the secret itself is enough. There may be no provider to ask then, so nothing is confirmed.
    sharedSecret: null,
    prove({ paystack: { secretKey } }, { headers, body, production }) {
      const secret = requiredSecret(secretKey, 'PROVB_SECRET_KEY');
      const given =
        headerOf(headers, 'x-provb-signature') ??
        headerOf(headers, 'x-paystack-signature') ??
        bearerOf(headers);
      if (given === null) return 'none';
      const expected = createHmac('sha512', secret).update(body).digest('hex');
      if (sameText(given.toLowerCase(), expected)) return 'body';
      return !production && sameText(given, secret) ? 'sender' : 'none';
    },
  },
  read: readEvent,
  asking: { times: SENDS_EVENTS, payloadOf },
  names: BY_REFERENCE,
  open({ paystack: { secretKey, apiUrl } }, { timeoutMs }) {
    if (!secretKey) return null;
    return openPaystack({ url: apiUrl ?? 'https://api.paystack.co', timeoutMs, secretKey });
  },
};

function readEvent({ text, payload }: ParsedBody): Delivery {
  const event = textAt(payload, 'event') ?? 'unknown';
  const data = objectAt(payload, 'data') ?? {};
  const common = { type: event, reference: textAt(data, 'reference'), createdAt: null };
  if (event === 'charge.success') {
    const notice = paymentOf(event, data);
    return { ...common, dedupeKey: `payment:${notice.paymentId}`, notice };
  }
  return { ...common, dedupeKey: `${event}:${digestOf(text)}`, notice: otherNotice(event, data) };
}

function paymentOf(event: string, data: Json) {
  const email = textAt(data, 'customer', 'email');
  if (email === null) throw new InvalidPayload('data.customer.email is missing.');
  const reference = textAt(data, 'reference');
  const minor = numberAt(data, 'amount');
  const plan =
    paidPlan(textAt(data, 'plan')) ??
    paidPlan(textAt(data, 'plan', 'name')) ??
    paidPlan(textAt(data, 'metadata', 'plan'));
  return {
    kind: 'payment',
    paymentId: reference ?? `${event}:${email.toLowerCase()}`,
    reference,
    whom: { email },
    paid: minor === null ? null : minorMoney(minor, textAt(data, 'currency')),
    plan,
  } as const;
}

function otherNotice(event: string, data: Json): Notice {
  const paymentId = textAt(data, 'transaction_reference') ?? textAt(data, 'transaction', 'reference');
  const id = textAt(data, 'refund_reference') ?? idAt(data);
  const minor =
    numberAt(data, 'refund_amount') ?? numberAt(data, 'amount') ?? numberAt(data, 'transaction', 'amount');
  if (paymentId === null || id === null) return { kind: 'nothing', why: 'no handler for this type' };
  switch (event) {
    case 'refund.processed':
      if (minor === null) throw new InvalidPayload('data.amount is missing.');
      return { kind: 'refund', paymentId, refundId: id, minor, total: false };
    case 'charge.dispute.create':
      return { kind: 'dispute', disputeId: id, paymentId, minor, stage: 'open' };
    case 'charge.dispute.resolve': {
      const stage = textAt(data, 'resolution') === 'declined' ? 'won' : 'lost';
      return { kind: 'dispute', disputeId: id, paymentId, minor, stage };
    }
    default:
      return { kind: 'nothing', why: 'no handler for this type' };
  }
}

function payloadOf({ reference, amountMinor, currency, email, plan }: FoundPayment): object {
  const data = { reference, amount: amountMinor, currency, customer: { email }, ...(plan && { plan }) };
  return { event: 'charge.success', data };
}
