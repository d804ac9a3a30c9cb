import type { LockedAccount } from '../../tenancy/accounts/index.ts';
import { renewCycle } from '../ledger/index.ts';
import type { PlanId } from '../plans/index.ts';
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
import { billPayment } from './bill-payment.ts';
import type { InvoiceNotice, SubscriptionNotice } from './notice.ts';
import { paidPlan, planAfterInvoice, planOfStatus } from './plan-table.ts';
import type { Mark } from './queries/events.ts';

const STALE = 'newer facts have moved the plan before';

export async function actOnSubscription(acting: Acting, notice: SubscriptionNotice): Promise<Mark> {
  const account = await subscriberOf(acting, notice);
  if (!account) return unknownSubscriber(acting, notice);
  const plan = (await planFromProvider(acting, account)) ?? planOfStatus(notice.status, notice.plan);
  if (!(await movePlan(acting, account, plan, { renew: false }))) return done(account.id, STALE);
  await keepSubscription(acting, account, notice);
  return done(account.id, plan === null ? `${notice.status}: names no plan` : `plan ${plan}`);
}

export async function actOnInvoice(acting: Acting, notice: InvoiceNotice): Promise<Mark> {
  const account = await subscriberOf(acting, notice);
  if (!account) return unknownSubscriber(acting, notice);
  const asked = await planFromProvider(acting, account);
  const plan = asked ?? (notice.paid ? planAfterInvoice(account.plan, notice.plan) : 'suspended');
  const moved = plan !== null && (await movePlan(acting, account, plan, { renew: notice.paid }));
  if (notice.paid && notice.amount && notice.invoiceId) {
    const reference = `invoice:${acting.event.provider}:${notice.invoiceId}`;
    const sold = plan ?? notice.plan ?? account.plan;
    const billed = { accountId: account.id, reference, purpose: 'plan', plan: sold } as const;
    await billPayment(acting, { ...billed, paid: notice.amount });
  }
  if (moved) return done(account.id, `plan ${plan}`);
  if (!notice.paid) return done(account.id, STALE);
  // Paid is paid: an invoice that arrives late renews too, once.
  await renewCycle({ db: acting.tx, clock: acting.clock }, account.id);
  return done(account.id, 'renewed');
}

async function subscriberOf(
  acting: Acting,
  { whom }: SubscriptionNotice | InvoiceNotice,
): Promise<LockedAccount | null> {
  const account = await findSubscriber(acting, whom);
  if (account && whom.customerId) await rememberCustomer(acting, account.id, whom.customerId);
  return account;
}

function unknownSubscriber(acting: Acting, { whom }: SubscriptionNotice | InvoiceNotice): Mark {
  return ignored('unknown account', whom.customerId ? customerKey(acting, whom.customerId) : null);
}

/** The plan by the subscription as it is now. One that ended does not end another that is paid for. */
async function planFromProvider(acting: Acting, account: LockedAccount): Promise<PlanId | null> {
  const { subscription } = acting.facts;
  if (!subscription) return null;
  const plan = planOfStatus(subscription.status, paidPlan(subscription.plan));
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
