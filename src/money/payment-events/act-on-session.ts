import { lockAccount } from '../../tenancy/accounts/index.ts';
import { type Checkout, closeCheckout, findCheckout } from '../checkout/index.ts';
import { customerAccount } from '../subscriptions/index.ts';
import { orderDoubt } from './act-on-payment.ts';
import { type Acting, customerKey, done, held, ignored, movePlan, rememberCustomer } from './acting.ts';
import type { SessionNotice } from './notice.ts';
import { paidPlan, planOfStatus } from './plan-table.ts';
import { lockSubject, type Mark } from './queries/events.ts';

/** A top-up adds nothing here: its payment is announced by itself. */
export async function actOnSession(acting: Acting, notice: SessionNotice): Promise<Mark> {
  const { tx, clock, event } = acting;
  const { customerId } = notice.whom;
  if (customerId) await lockSubject(tx, customerKey(acting, customerId));
  const checkout = await orderOf(acting, notice);
  const accountId =
    checkout?.accountId ??
    notice.whom.accountId ??
    (customerId ? await customerAccount(tx, event.provider, customerId) : null);
  const account = accountId ? await lockAccount(tx, { accountId }) : null;
  if (!account) return ignored('unknown account');
  if (customerId) await rememberCustomer(acting, account.id, customerId);
  const { stage } = notice;
  if (checkout && (stage === 'failed' || stage === 'expired'))
    await closeCheckout({ tx, clock }, checkout.id, stage);
  const plan = paidPlan(checkout?.plan ?? null) ?? notice.plan;
  if (stage !== 'paid') return done(account.id, `session ${stage}`);
  if (plan === null) return done(account.id, 'names no plan');
  const doubt = checkout && doubtOf(acting, checkout, notice);
  if (doubt) return held(account.id, doubt);
  if (checkout) await closeCheckout({ tx, clock }, checkout.id, 'paid');
  const { subscription } = acting.facts;
  const asked = subscription ? planOfStatus(subscription.status, paidPlan(subscription.plan)) : null;
  const moved = await movePlan(acting, account, asked ?? plan, { renew: true });
  return done(account.id, moved ? `plan ${asked ?? plan}` : 'newer facts have moved the plan before');
}

/** Also by our reference: we may have died before we learned the session's id. */
async function orderOf(acting: Acting, notice: SessionNotice): Promise<Checkout | null> {
  const { tx } = acting;
  const { sessionId, reference } = notice;
  const { provider } = acting.event;
  const found = sessionId ? await findCheckout(tx, { provider, sessionId }) : null;
  return found ?? (reference ? findCheckout(tx, { provider, reference }) : null);
}

/** A plan with a price at the provider costs what the operator set there. */
function doubtOf({ payments }: Acting, checkout: Checkout, { paid }: SessionNotice): string | null {
  const priced = checkout.plan !== null && payments.stripe.prices.has(checkout.plan);
  return priced || paid === null ? null : orderDoubt(checkout, paid);
}
