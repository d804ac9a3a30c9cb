import { paidPlan } from '../../plans/index.ts';
import { majorMoney } from '../amounts.ts';
import { InvalidPayload } from '../errors.ts';
import type { Delivery, Notice, PaymentNotice } from '../notice.ts';
import { digestOf, idAt, type Json, numberAt, objectAt, type ParsedBody, textAt } from '../payload.ts';
import type { FoundPayment } from '../provider-api.ts';

const CHARGE = 'charge.completed';

/** Version 3 has `event` and `tx_ref`; version 4 has `type` and `reference`. */
export function readEvent({ text, payload }: ParsedBody): Delivery {
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

export function payloadOf({ reference, amountMinor, currency, email, plan }: FoundPayment): object {
  const amount = amountMinor / 100;
  const data = { tx_ref: reference, amount, currency, customer: { email }, ...(plan && { plan }) };
  return { event: CHARGE, data };
}
