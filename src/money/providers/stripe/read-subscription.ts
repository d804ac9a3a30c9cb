import { type PlanId, paidPlan } from '../../plans/index.ts';
import { cardMoney, currencyOf } from '../amounts.ts';
import type { Money, Notice, PlanPrice, SubscriptionNotice, Whom } from '../notice.ts';
import {
  accountIdAt,
  idAt,
  type Json,
  listAt,
  numberAt,
  objectAt,
  textAt,
  timeAt,
  valueAt,
} from '../payload.ts';

/** Plans by the price ids of the card provider. */
export type PlanOfPrice = (priceId: string | null) => PlanId | null;

export function invoiceOf(object: Json, paid: boolean, planOfPrice: PlanOfPrice): Notice {
  const parents = [
    objectAt(object, 'parent', 'subscription_details'),
    objectAt(object, 'subscription_details'),
  ];
  const lines = listAt(object, 'lines', 'data').toSorted(
    (one, other) => (numberAt(other, 'amount') ?? 0) - (numberAt(one, 'amount') ?? 0),
  );
  const first = <Found>(look: (at: unknown) => Found | null): Found | null =>
    [object, ...parents, ...lines].reduce<Found | null>((found, at) => found ?? look(at), null);
  const whom: Whom = {
    accountId: first((at) => accountIdAt(at, 'metadata')),
    customerId: idAt(object, 'customer'),
    subscriptionId: first((at) => idAt(at, 'subscription')),
  };
  const priced = lines.find((line) => planOfPrice(priceIdAt(line)) !== null);
  const plan = planOfPrice(priceIdAt(priced)) ?? first((at) => paidPlan(textAt(at, 'metadata', 'plan')));
  const currency = currencyOf(textAt(object, 'currency'));
  const price = {
    known: priced !== undefined,
    unit: unitOf(
      numberAt(priced, 'price', 'unit_amount') ?? numberAt(priced, 'pricing', 'unit_amount_decimal'),
      currency,
    ),
  };
  const minor = numberAt(object, 'amount_paid');
  const amount = minor === null ? null : cardMoney(minor, currency);
  const discount = listAt(object, 'total_discount_amounts').reduce<number>(
    (sum, one) => sum + (numberAt(one, 'amount') ?? 0),
    0,
  );
  const ordered = minor === null ? null : cardMoney(minor + discount, currency);
  const paymentId =
    idAt(object, 'payment_intent') ??
    listAt(object, 'payments', 'data').reduce<string | null>(
      (found, payment) => found ?? idAt(payment, 'payment', 'payment_intent'),
      null,
    );
  const reference = first((at) => textAt(at, 'metadata', 'reference'));
  const invoiceId = textAt(object, 'id');
  return { kind: 'invoice', paid, invoiceId, paymentId, reference, amount, ordered, whom, plan, price };
}

function priceIdAt(line: unknown): string | null {
  return idAt(line, 'pricing', 'price_details', 'price') ?? idAt(line, 'price');
}

function unitOf(minor: number | null, currency: string): Money | null {
  return minor === null ? null : cardMoney(Math.round(minor), currency);
}

export function invoicePaymentOf(object: Json): Notice {
  const invoiceId = idAt(object, 'invoice');
  const paymentId = idAt(object, 'payment', 'payment_intent');
  if (invoiceId === null || paymentId === null) return { kind: 'nothing', why: 'not paid by a payment' };
  return { kind: 'invoice_payment', invoiceId, paymentId };
}

export function subscriptionOf(
  object: Json,
  status: string | null,
  planOfPrice: PlanOfPrice,
): SubscriptionNotice {
  const item = valueAt(object, 'items', 'data', 0);
  const known = planOfPrice(idAt(item, 'price'));
  const currency = currencyOf(textAt(item, 'price', 'currency') ?? textAt(object, 'currency'));
  const price: PlanPrice = {
    known: known !== null,
    unit: unitOf(numberAt(item, 'price', 'unit_amount'), currency),
  };
  return {
    kind: 'subscription',
    whom: {
      accountId: accountIdAt(object, 'metadata'),
      customerId: idAt(object, 'customer'),
      subscriptionId: textAt(object, 'id'),
    },
    reference: textAt(object, 'metadata', 'reference'),
    status: status ?? 'unknown',
    plan: known ?? paidPlan(textAt(object, 'metadata', 'plan')),
    price,
    currentPeriodEnd: timeAt(object, 'current_period_end') ?? timeAt(item, 'current_period_end'),
    cancelAtPeriodEnd: valueAt(object, 'cancel_at_period_end') === true,
  };
}
