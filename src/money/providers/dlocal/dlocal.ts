import { createHmac } from 'node:crypto';
import { paidPlan } from '../../plans/index.ts';
import { majorMoney } from '../amounts.ts';
import { InvalidPayload } from '../errors.ts';
import type { Delivery, Notice, PaymentNotice } from '../notice.ts';
import { digestOf, type Json, numberAt, type ParsedBody, textAt } from '../payload.ts';
import { BY_REFERENCE } from '../payment-names.ts';
import { type PaymentProvider, SENDS_EVENTS } from '../provider.ts';
import { type FoundPayment, REFERENCE_PREFIX } from '../provider-api.ts';
import { bearerOf, headerOf, requiredSecret, sameText } from '../signatures.ts';
import { openDlocal } from './api.ts';

const WEBHOOK_PATH = 'provd';

export const dlocal: PaymentProvider = {
  label: 'dLocal',
  currencyOf: () => 'USD',
  webhook: {
    path: WEBHOOK_PATH,
    summary: 'Receive an event of provider D (dLocal)',
    signature:
      '`X-Provd-Signature`: the shared secret; or dLocal’s `Authorization` over login, date and body.',
    refusedWith: 401,
    sharedSecret: {
      isSet: ({ dlocal: { webhookSecret } }) => Boolean(webhookSecret),
      confirmedBy: 'PROVD_LOGIN, PROVD_TRANS_KEY and PROVD_SECRET_KEY',
    },
    /**
     * The shared secret, or dLocal's own: `Authorization: V2-HMAC-SHA256, Signature: <hex>` over login, date and body. Its
     * date has no tolerance: retries may carry the first one, and a repeated payment id acts once anyway.
     */
    prove({ dlocal: { webhookSecret, secretKey } }, { headers, body }) {
      const secret = requiredSecret(webhookSecret ?? secretKey, 'PROVD_WEBHOOK_SECRET');
      const signature = /^V2-HMAC-SHA256, *Signature: *([0-9a-f]{64})$/i.exec(
        headerOf(headers, 'authorization') ?? '',
      )?.[1];
      if (signature) {
        const hmac = createHmac('sha256', secretKey ?? secret);
        hmac.update(headerOf(headers, 'x-login') ?? '').update(headerOf(headers, 'x-date') ?? '');
        return sameText(signature.toLowerCase(), hmac.update(body).digest('hex')) ? 'body' : 'none';
      }
      const given = headerOf(headers, 'x-provd-signature') ?? bearerOf(headers);
      return given !== null && sameText(given, secret) ? 'sender' : 'none';
    },
  },
  read: readEvent,
  asking: { times: SENDS_EVENTS, payloadOf },
  names: BY_REFERENCE,
  open({ dlocal: { login, transKey, secretKey, apiUrl } }, { publicUrl, timeoutMs }) {
    if (!login || !transKey || !secretKey) return null;
    return openDlocal({
      url: apiUrl ?? 'https://api.dlocal.com',
      timeoutMs,
      login,
      transKey,
      secretKey,
      referencePrefix: REFERENCE_PREFIX,
      notificationUrl: `${publicUrl}/api/webhooks/${WEBHOOK_PATH}`,
    });
  },
};

const PAID = ['approved', 'paid', 'payment.approved', 'completed', 'succeeded', 'success'];

function readEvent({ text, payload }: ParsedBody): Delivery {
  const id = textAt(payload, 'id');
  const type = textAt(payload, 'event') ?? textAt(payload, 'type') ?? 'payment.approved';
  const notice = noticeOf(type, payload, id);
  const dedupeKey = notice.kind === 'payment' ? `payment:${notice.paymentId}` : `${type}:${digestOf(text)}`;
  return { type, dedupeKey, reference: id, createdAt: null, notice };
}

function noticeOf(type: string, payload: Json, id: string | null): Notice {
  const status = textAt(payload, 'status')?.toLowerCase() ?? 'approved';
  const paymentId = textAt(payload, 'payment_id');
  if (paymentId !== null && id !== null) return takenBack(payload, { id, paymentId, status });
  if (type !== 'payment.approved') return { kind: 'nothing', why: 'no handler for this type' };
  if (!PAID.includes(status)) return { kind: 'nothing', why: `the payment is ${status.slice(0, 40)}` };
  const email = textAt(payload, 'payer', 'email');
  const reference = textAt(payload, 'order_id');
  if (email === null && reference === null) throw new InvalidPayload('payer.email is missing.');
  if (id === null) throw new InvalidPayload('id is missing.');
  const major = numberAt(payload, 'amount');
  const payment: PaymentNotice = {
    kind: 'payment',
    paymentId: id,
    reference,
    whom: { email },
    paid: major === null ? null : majorMoney(major, textAt(payload, 'currency')),
    plan: paidPlan(textAt(payload, 'plan')) ?? paidPlan(textAt(payload, 'plan', 'name')),
  };
  return payment;
}

/** Refunds and chargebacks name the payment that they take back. */
function takenBack(payload: Json, of: { id: string; paymentId: string; status: string }): Notice {
  const { id, paymentId, status } = of;
  const major = numberAt(payload, 'amount');
  const minor = major === null ? null : Math.round(major * 100);
  if (/^CHAR/i.test(id)) {
    const stage = ['reversed', 'won', 'rejected', 'cancelled'].includes(status) ? 'won' : 'open';
    return { kind: 'dispute', disputeId: id, paymentId, minor, stage };
  }
  if (minor === null || !PAID.includes(status)) return { kind: 'nothing', why: 'no refund was made' };
  return { kind: 'refund', paymentId, refundId: id, minor, total: false };
}

function payloadOf({ id, reference, amountMinor, currency, email }: FoundPayment): object {
  return { id, order_id: reference, status: 'PAID', amount: amountMinor / 100, currency, payer: { email } };
}
