import type { LockedAccount } from '../../tenancy/accounts/index.ts';
import { type Checkout, closeCheckout, findCheckout, rivalOf } from '../checkout/index.ts';
import type { InvoiceNotice, SubscriptionNotice, Whom } from '../providers/index.ts';
import { isSurplusSubscription, saveSubscription } from '../subscriptions/index.ts';
import { type Acting, done } from './acting.ts';
import { planDoubt } from './order-doubt.ts';
import type { Mark } from './queries/events.ts';

/**
 * A customer with two payment pages can pay for two plans. The subscription that is reported second is surplus: it moves
 * no plan, is canceled at the provider, and what was paid for it is held for an administrator.
 */
export async function keepSurplus(
  acting: Acting,
  account: LockedAccount,
  { subscriptionId, customerId }: Whom,
  rival: Checkout,
): Promise<Mark> {
  const { tx, clock, event } = acting;
  const now = clock.now();
  if (subscriptionId)
    await saveSubscription(tx, {
      provider: event.provider,
      id: subscriptionId,
      accountId: account.id,
      customerId: customerId ?? null,
      status: acting.facts.subscription?.status ?? 'active',
      plan: acting.facts.subscription?.plan ?? null,
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
      surplus: true,
      now,
    });
  return done(account.id, `a second subscription: the ${rival.plan} plan was bought meanwhile`);
}

/** Whether the event is about a surplus subscription, by what we know of it or by the order that it names. */
export async function isSurplus(
  acting: Acting,
  account: LockedAccount,
  notice: SubscriptionNotice | InvoiceNotice,
): Promise<boolean> {
  const { tx, clock, event, facts } = acting;
  const { provider } = event;
  const { subscriptionId } = notice.whom;
  if (!subscriptionId) return false;
  if (await isSurplusSubscription(tx, provider, subscriptionId)) return true;
  const reference = notice.reference ?? facts.subscription?.reference ?? null;
  const checkout = reference ? await findCheckout(tx, { provider, reference }) : null;
  if (checkout?.accountId !== account.id) return false;
  const rival = await rivalOf(tx, checkout);
  if (rival) {
    await keepSurplus(acting, account, notice.whom, rival);
    return true;
  }
  // Of two orders, the one whose payment is reported first is the one that counts.
  const paid = notice.kind === 'invoice' && notice.paid ? notice.amount : null;
  if (paid && planDoubt(acting, checkout, paid) === null)
    await closeCheckout({ tx, clock }, checkout.id, 'paid', { renews: true });
  return false;
}
