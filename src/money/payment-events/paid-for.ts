import type { LockedAccount } from '../../tenancy/accounts/index.ts';
import { type Checkout, findCheckout, lastCardOrder } from '../checkout/index.ts';
import { centsOfPlan, type PlanId, paidPlan, planOf } from '../plans/index.ts';
import type {
  InvoiceNotice,
  Money,
  PlanPrice,
  Subscription,
  SubscriptionNotice,
} from '../providers/index.ts';
import { cardMoney, currencyOf } from '../providers/index.ts';
import { subscriptionAccount } from '../subscriptions/index.ts';
import type { Acting } from './acting.ts';
import { planOfStatus } from './plan-table.ts';

// In production a plan is given for an order of ours, at its price. Whoever may write metadata at a provider, or can be
// made to (a payer on a public payment page can), gets no plan by naming one. Elsewhere the contract's table counts.

export const NOT_OURS = 'not an order of ours';

type OfSubscription = SubscriptionNotice | InvoiceNotice;

/** The order that a subscription began with: the one it names, else the last one that the account paid by card. */
export async function orderBehind(
  { tx, event, facts }: Acting,
  account: LockedAccount,
  notice: OfSubscription,
): Promise<Checkout | null> {
  const { provider } = event;
  const reference = notice.reference ?? facts.subscription?.reference ?? null;
  if (reference === null) return lastCardOrder(tx, account.id);
  const order = await findCheckout(tx, { provider, reference });
  return order?.accountId === account.id && order.plan !== null ? order : null;
}

/** Whether the event may move the account: it is about an order of ours, or about a subscription that we know. */
export async function isOurs(
  acting: Acting,
  order: Checkout | null,
  notice: OfSubscription,
): Promise<boolean> {
  if (!acting.production || order) return true;
  const { subscriptionId } = notice.whom;
  if (!subscriptionId) return false;
  return (await subscriptionAccount(acting.tx, acting.event.provider, subscriptionId)) !== null;
}

/** The plan that a subscription names, unless it costs less than that plan. */
export function planAtItsPrice(
  { production }: Acting,
  order: Checkout | null,
  { plan, price }: { plan: PlanId | null; price: PlanPrice },
): PlanId | null {
  if (!production || plan === null) return plan;
  if (!order) return null;
  if (price.known) return plan;
  // Events of a subscription carry its price. One without must be about the very plan that was ordered.
  const enough = price.unit ? isEnough(price.unit, priceOf(order, plan)) : plan === order.plan;
  return enough ? plan : null;
}

/** By the subscription as the provider has it now. */
export function planOfSubscription(
  acting: Acting,
  order: Checkout | null,
  { status, plan, price }: Subscription,
): PlanId | null {
  const unit = price.cents === null ? null : cardMoney(price.cents, currencyOf(price.currency));
  const claim = { plan: paidPlan(plan), price: { known: price.known, unit } };
  return planOfStatus(status, planAtItsPrice(acting, order, claim));
}

/** The plan that an invoice paid for in full. Prorated ones and those over nothing pay for none. */
export function planOfInvoice(
  { production }: Acting,
  order: Checkout | null,
  { plan: named, price, ordered }: InvoiceNotice,
): PlanId | null {
  if (!production) return named ?? 'creator';
  const plan = named ?? paidPlan(order?.plan ?? null);
  if (!order || !plan || !ordered || ordered.minor === 0) return null;
  if (!price.known) return isEnough(ordered, priceOf(order, plan)) ? plan : null;
  return price.unit === null || ordered.minor >= price.unit.minor ? plan : null;
}

/** Whoever ordered at an earlier price keeps it. */
function priceOf(order: Checkout, plan: PlanId): number {
  const now = centsOfPlan(planOf(plan));
  return plan === order.plan ? Math.min(now, order.cents) : now;
}

function isEnough(paid: Money, cents: number): boolean {
  return paid.currency === 'USD' && paid.minor >= cents;
}
