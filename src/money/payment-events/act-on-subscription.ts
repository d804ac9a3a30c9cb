import type { LockedAccount } from '../../tenancy/accounts/index.ts';
import type { Checkout } from '../checkout/index.ts';
import type { PlanId } from '../plans/index.ts';
import { paidPlan } from '../plans/index.ts';
import type { InvoiceNotice, SubscriptionNotice } from '../providers/index.ts';
import { currentSubscription, saveSubscription } from '../subscriptions/index.ts';
import {
  type Acting,
  customerKey,
  done,
  findSubscriber,
  ignored,
  movePlan,
  rememberCustomer,
} from './acting.ts';
import { isOurs, NOT_OURS, orderBehind, planAtItsPrice, planOfSubscription } from './paid-for.ts';
import { planOfStatus } from './plan-table.ts';
import type { Mark } from './queries/events.ts';
import { isSurplus } from './surplus.ts';

export const STALE = 'newer facts have moved the plan before';

export async function actOnSubscription(acting: Acting, notice: SubscriptionNotice): Promise<Mark> {
  const account = await subscriberOf(acting, notice);
  if (!account) return unknownSubscriber(acting, notice);
  if (await isSurplus(acting, account, notice)) {
    await keepSubscription(acting, account, notice);
    return done(account.id, `${notice.status}: a second subscription`);
  }
  const order = acting.production ? await orderBehind(acting, account, notice) : null;
  if (!(await isOurs(acting, order, notice))) return done(account.id, NOT_OURS);
  const named = planAtItsPrice(acting, order, notice);
  const plan = (await planFromProvider(acting, account, order)) ?? planOfStatus(notice.status, named);
  if (!(await movePlan(acting, account, plan, { renew: false }))) return done(account.id, STALE);
  await keepSubscription(acting, account, { ...notice, plan: named });
  return done(account.id, plan === null ? `${notice.status}: names no plan` : `plan ${plan}`);
}

export async function subscriberOf(
  acting: Acting,
  { whom }: SubscriptionNotice | InvoiceNotice,
): Promise<LockedAccount | null> {
  const account = await findSubscriber(acting, whom);
  if (account && whom.customerId) await rememberCustomer(acting, account.id, whom.customerId);
  return account;
}

export function unknownSubscriber(acting: Acting, { whom }: SubscriptionNotice | InvoiceNotice): Mark {
  return ignored('unknown account', whom.customerId ? customerKey(acting, whom.customerId) : null);
}

/** The plan by the subscription as it is now. One that ended does not end another that is paid for. */
export async function planFromProvider(
  acting: Acting,
  account: LockedAccount,
  order: Checkout | null,
): Promise<PlanId | null> {
  const { subscription } = acting.facts;
  if (!subscription) return null;
  const plan = planOfSubscription(acting, order, subscription);
  if (plan !== 'free') return plan;
  const other = await currentSubscription(acting.tx, account.id, subscription.id);
  return (other && planOfStatus(other.status, paidPlan(other.plan))) ?? plan;
}

async function keepSubscription(
  acting: Acting,
  account: LockedAccount,
  notice: SubscriptionNotice,
): Promise<void> {
  const { tx, clock, event, facts } = acting;
  const id = notice.whom.subscriptionId;
  if (!id) return;
  const { subscription: asked } = facts;
  const status = asked?.status ?? notice.status;
  await saveSubscription(tx, {
    provider: event.provider,
    id,
    accountId: account.id,
    customerId: notice.whom.customerId ?? null,
    status: status === 'deleted' ? 'canceled' : status,
    plan: asked?.plan ?? notice.plan,
    currentPeriodEnd: asked?.currentPeriodEnd ?? notice.currentPeriodEnd,
    cancelAtPeriodEnd: asked?.cancelAtPeriodEnd ?? notice.cancelAtPeriodEnd,
    now: clock.now(),
  });
}
