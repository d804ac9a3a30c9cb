import { type LockedAccount, lockAccount } from '../../tenancy/accounts/index.ts';
import { type Checkout, closeCheckout, findCheckout, rivalOf } from '../checkout/index.ts';
import { paidPlan } from '../plans/index.ts';
import type { SessionNotice } from '../providers/index.ts';
import { customerAccount } from '../subscriptions/index.ts';
import { type Acting, customerKey, done, held, ignored, movePlan, rememberCustomer } from './acting.ts';
import { planDoubt } from './order-doubt.ts';
import { NOT_OURS, planOfSubscription } from './paid-for.ts';
import { lockSubject, type Mark } from './queries/events.ts';
import { keepSurplus } from './surplus.ts';

/** A top-up adds nothing here: its payment is announced by itself. */
export async function actOnSession(acting: Acting, notice: SessionNotice): Promise<Mark> {
  const { tx, clock, event } = acting;
  const { customerId, subscriptionId } = notice.whom;
  if (customerId) await lockSubject(tx, customerKey(acting, customerId));
  const order = await orderOf(acting, notice);
  const accountId =
    order?.accountId ??
    notice.whom.accountId ??
    (customerId ? await customerAccount(tx, event.provider, customerId) : null);
  const account = accountId ? await lockAccount(tx, { accountId }) : null;
  if (!account) return ignored('unknown account');
  // Again, now that nobody else closes it.
  const checkout = order && (await orderOf(acting, notice));
  const foreign = acting.production && !checkout;
  if (customerId && !foreign) await rememberCustomer(acting, account.id, customerId);
  const { stage } = notice;
  if (checkout && (stage === 'failed' || stage === 'expired'))
    await closeCheckout({ tx, clock }, checkout.id, stage);
  if (stage !== 'paid') return done(account.id, `session ${stage}`);
  if (foreign) return done(account.id, NOT_OURS);
  if (planOf(acting, checkout, notice) === null) return done(account.id, 'names no plan');
  const rival = checkout && (await rivalOf(tx, checkout));
  if (rival && subscriptionId) return keepSurplus(acting, account, notice.whom, rival);
  if (rival) return held(account.id, `the ${rival.plan} plan was bought meanwhile`);
  const doubt = checkout && planDoubt(acting, checkout, notice.paid);
  if (doubt) return held(account.id, doubt);
  return acceptSession(acting, account, notice, checkout);
}

export async function acceptSession(
  acting: Acting,
  account: LockedAccount,
  notice: SessionNotice,
  checkout: Checkout | null,
): Promise<Mark> {
  const { tx, clock } = acting;
  const renews = Boolean(notice.whom.subscriptionId) || !acting.production;
  if (checkout) await closeCheckout({ tx, clock }, checkout.id, 'paid', { renews });
  const { subscription } = acting.facts;
  const asked = subscription && planOfSubscription(acting, checkout, subscription);
  const plan = asked ?? planOf(acting, checkout, notice);
  const moved = await movePlan(acting, account, plan, { renew: true });
  return done(account.id, moved ? `plan ${plan}` : 'newer facts have moved the plan before');
}

/** Also by our reference: we may have died before we learned the session's id. */
export async function orderOf(acting: Acting, notice: SessionNotice): Promise<Checkout | null> {
  const { tx } = acting;
  const { sessionId, reference } = notice;
  const { provider } = acting.event;
  const found = sessionId ? await findCheckout(tx, { provider, sessionId }) : null;
  return found ?? (reference ? findCheckout(tx, { provider, reference }) : null);
}

function planOf({ production }: Acting, checkout: Checkout | null, notice: SessionNotice) {
  return paidPlan(checkout?.plan ?? null) ?? (production ? null : notice.plan);
}
