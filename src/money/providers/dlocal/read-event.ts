import { paidPlan } from '../../plans/index.ts';
import { majorMoney } from '../amounts.ts';
import { InvalidPayload } from '../errors.ts';
import type { Delivery, Notice, PaymentNotice } from '../notice.ts';
import { digestOf, type Json, numberAt, type ParsedBody, textAt } from '../payload.ts';
import type { FoundPayment } from '../provider-api.ts';

const PAID = ['approved', 'paid', 'payment.approved', 'completed', 'succeeded', 'success'];

export function readEvent({ text, payload }: ParsedBody): Delivery {
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

export function payloadOf({ id, reference, amountMinor, currency, email }: FoundPayment): object {
  return { id, order_id: reference, status: 'PAID', amount: amountMinor / 100, currency, payer: { email } };
}
