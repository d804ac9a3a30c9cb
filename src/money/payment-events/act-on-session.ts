import { lockAccount } from '../../tenancy/accounts/index.ts';
import { customerAccount } from '../subscriptions/index.ts';
import { type Acting, customerKey, done, ignored, movePlan, rememberCustomer } from './acting.ts';
import type { SessionNotice } from './notice.ts';
import { paidPlan, planOfStatus } from './plan-table.ts';
import { lockSubject, type Mark } from './queries/events.ts';

/** A top-up adds nothing here: its payment is announced by itself. */
export async function actOnSession(acting: Acting, notice: SessionNotice): Promise<Mark> {
  const { tx, event } = acting;
  const { customerId } = notice.whom;
  if (customerId) await lockSubject(tx, customerKey(acting, customerId));
  const accountId =
    notice.whom.accountId ?? (customerId ? await customerAccount(tx, event.provider, customerId) : null);
  const account = accountId ? await lockAccount(tx, { accountId }) : null;
  if (!account) return ignored('unknown account');
  if (customerId) await rememberCustomer(acting, account.id, customerId);
  if (notice.stage !== 'paid') return done(account.id, `session ${notice.stage}`);
  if (notice.plan === null) return done(account.id, 'names no plan');
  const { subscription } = acting.facts;
  const asked = subscription ? planOfStatus(subscription.status, paidPlan(subscription.plan)) : null;
  const plan = asked ?? notice.plan;
  const moved = await movePlan(acting, account, plan, { renew: true });
  return done(account.id, moved ? `plan ${plan}` : 'newer facts have moved the plan before');
}
