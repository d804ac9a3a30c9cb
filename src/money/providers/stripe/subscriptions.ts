import type Stripe from 'stripe';
import { ProviderFailed } from '../errors.ts';
import type { PlanChange, Subscription } from '../provider-api.ts';
import { planOf } from '../shapes.ts';
import { ask, askFor, type StripeOptions } from './client.ts';

type Deps = { client: Stripe } & Pick<StripeOptions, 'prices' | 'plansByPrice'>;

export async function findSubscription(
  { client, plansByPrice }: Deps,
  id: string,
  signal: AbortSignal,
): Promise<Subscription | null> {
  const found = await askFor(() => client.subscriptions.retrieve(id), signal);
  return found && subscriptionOf(found, plansByPrice);
}

export async function cancelAtPeriodEnd(
  { client, plansByPrice }: Deps,
  id: string,
  signal: AbortSignal,
): Promise<Subscription> {
  await releaseSchedule(client, await ask(() => client.subscriptions.retrieve(id), signal), signal);
  const canceled = await ask(() => client.subscriptions.update(id, { cancel_at_period_end: true }), signal);
  return subscriptionOf(canceled, plansByPrice);
}

export async function cancelNow(client: Stripe, id: string, signal: AbortSignal): Promise<void> {
  const found = await askFor(() => client.subscriptions.retrieve(id), signal);
  if (found && found.status !== 'canceled') await ask(() => client.subscriptions.cancel(id), signal);
}

export async function changePlan(deps: Deps, change: PlanChange, signal: AbortSignal): Promise<Subscription> {
  const { client } = deps;
  const current = await ask(() => client.subscriptions.retrieve(change.subscriptionId), signal);
  await releaseSchedule(client, current, signal);
  const changed =
    change.when === 'now'
      ? await changeNow(deps, current, change, signal)
      : await changeLater(deps, current, change, signal);
  return subscriptionOf(changed, deps.plansByPrice);
}

/**
 * Another plan starts a new period: its price is charged at once, less what is left of the old period. Else its month of
 * credits would cost a few days' difference late in a period. When the card is declined, nothing changes.
 */
function changeNow(
  { client, prices, plansByPrice }: Deps,
  current: Stripe.Subscription,
  change: PlanChange,
  signal: AbortSignal,
) {
  const item = itemOf(current);
  const isOther = subscriptionOf(current, plansByPrice).plan !== change.plan;
  const params: Stripe.SubscriptionUpdateParams = {
    items: [{ id: item.id, ...priceOf(change, item, prices) }],
    metadata: { ...current.metadata, plan: change.plan },
    cancel_at_period_end: false,
    ...(isOther && { billing_cycle_anchor: { type: 'now' } }),
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  };
  return ask(() => client.subscriptions.update(current.id, params), signal);
}

/** A schedule of two phases: what is paid for, then the new plan. */
async function changeLater(
  { client, prices }: Deps,
  current: Stripe.Subscription,
  change: PlanChange,
  signal: AbortSignal,
): Promise<Stripe.Subscription> {
  const item = itemOf(current);
  if (current.cancel_at_period_end) {
    await ask(() => client.subscriptions.update(current.id, { cancel_at_period_end: false }), signal);
  }
  const schedule = await ask(
    () => client.subscriptionSchedules.create({ from_subscription: current.id }),
    signal,
  );
  const params: Stripe.SubscriptionScheduleUpdateParams = {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        items: [{ price: item.price.id, quantity: 1 }],
        start_date: item.current_period_start,
        end_date: item.current_period_end,
        metadata: current.metadata,
      },
      {
        items: [{ ...priceOf(change, item, prices), quantity: 1 }],
        duration: { interval: 'month', interval_count: 1 },
        metadata: { ...current.metadata, plan: change.plan },
      },
    ],
  };
  await ask(() => client.subscriptionSchedules.update(schedule.id, params), signal);
  return ask(() => client.subscriptions.retrieve(current.id), signal);
}

/** A subscription that follows a schedule can be changed only through it. */
async function releaseSchedule(client: Stripe, { schedule }: Stripe.Subscription, signal: AbortSignal) {
  if (!schedule) return;
  const id = typeof schedule === 'string' ? schedule : schedule.id;
  await ask(() => client.subscriptionSchedules.release(id), signal);
}

function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (item) return item;
  throw new ProviderFailed('stripe', new Error(`subscription ${subscription.id} has no item`));
}

function priceOf(change: PlanChange, item: Stripe.SubscriptionItem, prices: ReadonlyMap<string, string>) {
  const price = prices.get(change.plan);
  if (price) return { price };
  const { product } = item.price;
  return {
    price_data: {
      currency: 'usd',
      product: typeof product === 'string' ? product : product.id,
      recurring: { interval: 'month' as const },
      unit_amount: change.cents,
    },
  };
}

/** A known price says more than metadata: the customer may have changed the plan in the portal. */
function subscriptionOf(found: Stripe.Subscription, plansByPrice: ReadonlyMap<string, string>): Subscription {
  const [item] = found.items.data;
  const known = plansByPrice.get(item?.price.id ?? '');
  return {
    id: found.id,
    customerId: typeof found.customer === 'string' ? found.customer : found.customer.id,
    status: found.status,
    plan: known ?? planOf(found.metadata),
    price: {
      known: known !== undefined,
      cents: item?.price.unit_amount ?? null,
      currency: item?.price.currency ?? 'usd',
    },
    currentPeriodEnd: item ? new Date(item.current_period_end * 1000) : null,
    cancelAtPeriodEnd: found.cancel_at_period_end,
    created: new Date(found.created * 1000),
    accountId: found.metadata.service_user_id ?? null,
    reference: found.metadata.reference ?? null,
  };
}
