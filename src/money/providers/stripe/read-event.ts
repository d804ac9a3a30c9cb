import { paidPlan } from '../../plans/index.ts';
import { cardMoney, currencyOf } from '../amounts.ts';
import { InvalidPayload } from '../errors.ts';
import type { Delivery, Notice, PaymentNotice, SessionNotice } from '../notice.ts';
import {
  accountIdAt,
  digestOf,
  idAt,
  type Json,
  numberAt,
  objectAt,
  type ParsedBody,
  textAt,
  timeAt,
} from '../payload.ts';
import { invoiceOf, invoicePaymentOf, type PlanOfPrice, subscriptionOf } from './read-subscription.ts';

export function readEvent({ text, payload }: ParsedBody, planOfPrice: PlanOfPrice): Delivery {
  const type = textAt(payload, 'type');
  if (type === null) throw new InvalidPayload('type is missing.');
  return {
    type,
    dedupeKey: textAt(payload, 'id') ?? digestOf(text),
    reference: null,
    createdAt: timeAt(payload, 'created'),
    notice: noticeOf(type, payload, planOfPrice),
  };
}

function noticeOf(type: string, payload: Json, planOfPrice: PlanOfPrice): Notice {
  const read = READERS.get(type);
  if (!read) return { kind: 'nothing', why: 'no handler for this type' };
  const object = objectAt(payload, 'data', 'object');
  if (!object) throw new InvalidPayload('data.object is missing.');
  return read(object, planOfPrice, textAt(payload, 'id'));
}

type Reader = (object: Json, planOfPrice: PlanOfPrice, eventId: string | null) => Notice;

const READERS = new Map<string, Reader>(
  Object.entries({
    'checkout.session.completed': (object) =>
      sessionOf(object, textAt(object, 'payment_status') === 'unpaid' ? 'unpaid' : 'paid'),
    'checkout.session.async_payment_succeeded': (object) => sessionOf(object, 'paid'),
    'checkout.session.async_payment_failed': (object) => sessionOf(object, 'failed'),
    'checkout.session.expired': (object) => sessionOf(object, 'expired'),
    'invoice.paid': (object, plans) => invoiceOf(object, true, plans),
    'invoice.payment_failed': (object, plans) => invoiceOf(object, false, plans),
    'invoice_payment.paid': (object) => invoicePaymentOf(object),
    'customer.subscription.updated': (object, plans) =>
      subscriptionOf(object, textAt(object, 'status'), plans),
    'customer.subscription.deleted': (object, plans) => subscriptionOf(object, 'deleted', plans),
    'payment_intent.succeeded': (object, _plans, eventId) => paymentOf(object, eventId),
    'charge.succeeded': (object) => cardOf(object),
    'charge.refunded': (object) => refundOf(object),
    'charge.dispute.created': (object) => disputeOf(object, 'open'),
    'charge.dispute.closed': (object) =>
      disputeOf(object, textAt(object, 'status') === 'lost' ? 'lost' : 'won'),
  } satisfies Record<string, Reader>),
);

function sessionOf(object: Json, stage: SessionNotice['stage']): SessionNotice {
  const total = numberAt(object, 'amount_total');
  const currency = currencyOf(textAt(object, 'currency'));
  // What was ordered: discounts and taxes are between the customer and the provider.
  const ordered =
    (total ?? 0) +
    (numberAt(object, 'total_details', 'amount_discount') ?? 0) -
    (numberAt(object, 'total_details', 'amount_tax') ?? 0);
  return {
    kind: 'session',
    stage,
    sessionId: textAt(object, 'id'),
    paidBy: idAt(object, 'payment_intent') ?? idAt(object, 'invoice'),
    reference: textAt(object, 'metadata', 'reference'),
    whom: {
      accountId: accountIdAt(object, 'metadata'),
      customerId: idAt(object, 'customer'),
      subscriptionId: idAt(object, 'subscription'),
    },
    plan: paidPlan(textAt(object, 'metadata', 'plan')),
    paid: total === null ? null : cardMoney(ordered, currency),
  };
}

/** The payment of a subscription's invoice adds nothing to the wallet: `invoice.paid` gives what it buys. */
function paymentOf(object: Json, eventId: string | null): Notice {
  const ofInvoice =
    idAt(object, 'invoice') !== null || /^Subscription /.test(textAt(object, 'description') ?? '');
  if (ofInvoice) return { kind: 'nothing', why: 'the payment of an invoice' };
  const paymentId = textAt(object, 'id') ?? eventId;
  const minor = numberAt(object, 'amount_received');
  if (paymentId === null || minor === null) throw new InvalidPayload('amount_received is missing.');
  const payment: PaymentNotice = {
    kind: 'payment',
    paymentId,
    reference: textAt(object, 'metadata', 'reference'),
    whom: {
      accountId: accountIdAt(object, 'metadata'),
      email: textAt(object, 'metadata', 'service_user_email') ?? textAt(object, 'receipt_email'),
    },
    paid: cardMoney(minor, currencyOf(textAt(object, 'currency'))),
    plan: null,
  };
  return payment;
}

/** The payment itself is announced by an event of its own; this one knows the card. */
function cardOf(object: Json): Notice {
  const fingerprint = textAt(object, 'payment_method_details', 'card', 'fingerprint');
  if (fingerprint === null) return { kind: 'nothing', why: 'not paid with a card' };
  const whom = { accountId: accountIdAt(object, 'metadata'), customerId: idAt(object, 'customer') };
  return { kind: 'card', fingerprint, whom };
}

function refundOf(object: Json): Notice {
  const paymentId = idAt(object, 'payment_intent') ?? textAt(object, 'id');
  const minor = numberAt(object, 'amount_refunded');
  if (paymentId === null || minor === null) throw new InvalidPayload('amount_refunded is missing.');
  return { kind: 'refund', paymentId, refundId: `${paymentId}:${minor}`, minor, total: true };
}

function disputeOf(object: Json, stage: 'open' | 'won' | 'lost'): Notice {
  const disputeId = textAt(object, 'id');
  const paymentId = idAt(object, 'payment_intent') ?? idAt(object, 'charge');
  if (disputeId === null || paymentId === null) throw new InvalidPayload('id or payment_intent is missing.');
  return { kind: 'dispute', disputeId, paymentId, minor: numberAt(object, 'amount'), stage };
}
