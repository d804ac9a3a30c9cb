import { createHmac } from 'node:crypto';
import { paidPlan } from '../../plans/index.ts';
import { majorMoney } from '../amounts.ts';
import { InvalidPayload } from '../errors.ts';
import type { Delivery, Notice, PaymentNotice } from '../notice.ts';
import { digestOf, idAt, type Json, numberAt, objectAt, type ParsedBody, textAt } from '../payload.ts';
import { BY_REFERENCE } from '../payment-names.ts';
import { type PaymentProvider, SENDS_EVENTS } from '../provider.ts';
import type { FoundPayment } from '../provider-api.ts';
import { headerOf, requiredSecret, sameText } from '../signatures.ts';
import { openFlutterwave } from './api.ts';

export const flutterwave: PaymentProvider = {
  label: 'Flutterwave',
  currencyOf: (config) => config.flutterwave.currency,
  webhook: {
    path: 'provc',
    summary: 'Receive an event of provider C (Flutterwave)',
    signature: '`Verif-Hash`: the secret hash; or `Flutterwave-Signature`: base64 HMAC-SHA256 of the body.',
    refusedWith: 401,
    sharedSecret: {
      isSet: ({ flutterwave: { secretHash } }) => Boolean(secretHash),
      confirmedBy: 'PROVC_SECRET_KEY',
    },
    /** Version 3 sends the secret itself, version 4 a signature of the body. */
    prove({ flutterwave: { secretHash } }, { headers, body }) {
      const secret = requiredSecret(secretHash, 'PROVC_SECRET_HASH');
      const signature = headerOf(headers, 'flutterwave-signature');
      if (signature !== null) {
        const expected = createHmac('sha256', secret).update(body).digest('base64');
        return sameText(signature, expected) ? 'body' : 'none';
      }
      const hash = headerOf(headers, 'verif-hash');
      return hash !== null && sameText(hash, secret) ? 'sender' : 'none';
    },
  },
  read: readEvent,
  asking: { times: SENDS_EVENTS, payloadOf },
  names: BY_REFERENCE,
  open({ flutterwave: { secretKey, apiUrl } }, { timeoutMs }) {
    if (!secretKey) return null;
    return openFlutterwave({ url: apiUrl ?? 'https://api.flutterwave.com', timeoutMs, secretKey });
  },
};

const CHARGE = 'charge.completed';

/** Version 3 has `event` and `tx_ref`; version 4 has `type` and `reference`. */
function readEvent({ text, payload }: ParsedBody): Delivery {
  const data = objectAt(payload, 'data') ?? {};
  const type = textAt(payload, 'event') ?? textAt(payload, 'type') ?? CHARGE;
  const reference = textAt(data, 'tx_ref') ?? textAt(data, 'reference');
  const notice = noticeOf(type, payload, data, reference);
  const dedupeKey = notice.kind === 'payment' ? `payment:${notice.paymentId}` : `${type}:${digestOf(text)}`;
  return { type, dedupeKey, reference, createdAt: null, notice };
}

function noticeOf(type: string, payload: Json, data: Json, reference: string | null): Notice {
  if (type === 'refund.completed') return refundOf(data, reference);
  if (type !== CHARGE) return { kind: 'nothing', why: 'no handler for this type' };
  const email = textAt(data, 'customer', 'email');
  if (email === null) throw new InvalidPayload('data.customer.email is missing.');
  const status = textAt(data, 'status')?.toLowerCase() ?? 'successful';
  if (!['successful', 'succeeded', 'success', 'completed'].includes(status))
    return { kind: 'nothing', why: `the charge is ${status.slice(0, 40)}` };
  const major = numberAt(data, 'amount');
  const payment: PaymentNotice = {
    kind: 'payment',
    paymentId: reference ?? idAt(data) ?? `${type}:${email.toLowerCase()}`,
    reference,
    whom: { email },
    paid: major === null ? null : majorMoney(major, textAt(data, 'currency')),
    plan:
      paidPlan(textAt(data, 'plan')) ??
      paidPlan(textAt(data, 'plan', 'name')) ??
      paidPlan(textAt(data, 'meta', 'plan')) ??
      paidPlan(textAt(payload, 'meta_data', 'plan')),
  };
  return payment;
}

function refundOf(data: Json, reference: string | null): Notice {
  const refundId = idAt(data);
  const major = numberAt(data, 'amount_refunded') ?? numberAt(data, 'amount');
  if (reference === null || refundId === null || major === null)
    return { kind: 'nothing', why: 'the refund names no payment' };
  return { kind: 'refund', paymentId: reference, refundId, minor: Math.round(major * 100), total: false };
}

function payloadOf({ reference, amountMinor, currency, email, plan }: FoundPayment): object {
  const amount = amountMinor / 100;
  const data = { tx_ref: reference, amount, currency, customer: { email }, ...(plan && { plan }) };
  return { event: CHARGE, data };
}
