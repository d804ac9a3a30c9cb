import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { findAccount, lockAccount } from '../../tenancy/accounts/index.ts';
import { SYSTEM } from '../../tenancy/audit-log/index.ts';
import { anchorPlusMonths, changePlan } from '../ledger/index.ts';
import { planOf } from '../plans/index.ts';
import { currentSubscription } from '../subscriptions/index.ts';
import { selectPlanChange, takeDuePlanChange, upsertPlanChange } from './queries/plan-changes.ts';

export type ScheduledPlan = { plan: string; effective_at: string };

/** The plan that the account will have after what is paid for; null when nothing is scheduled. */
export async function describeScheduledPlan(
  { db, clock }: { db: Db; clock: Clock },
  accountId: string,
): Promise<ScheduledPlan | null> {
  const subscription = await currentSubscription(db, accountId);
  if (subscription?.cancelAtPeriodEnd && subscription.currentPeriodEnd) {
    return { plan: 'free', effective_at: subscription.currentPeriodEnd.toISOString() };
  }
  const change = await selectPlanChange(db, accountId);
  if (!change || change.effectiveAt <= clock.now()) return null;
  return { plan: change.plan, effective_at: change.effectiveAt.toISOString() };
}

/** Ends plans that no provider renews. What a provider changes comes with its event. */
export async function applyDuePlanChanges({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  for (let applied = 0; ; applied += 1) {
    const change = await db.transaction().execute(async (tx) => {
      const due = await takeDuePlanChange(tx, clock.now());
      if (!due || due.subscriptionId !== null) return due;
      const account = await findAccount(tx, due.accountId);
      if (account && account.plan !== due.plan) {
        const { id: plan } = planOf(due.plan);
        await changePlan({ tx, clock }, { accountId: due.accountId, plan, by: SYSTEM });
      }
      return due;
    });
    if (!change) return applied;
  }
}

/** The last month that was paid for, where no subscription renews it. It may start after one that was paid for before. */
export async function paidMonth(
  { tx, clock }: { tx: Tx; clock: Clock },
  accountId: string,
): Promise<{ startsAt: Date; endsAt: Date }> {
  const now = clock.now();
  const change = await selectPlanChange(tx, accountId);
  const endsAt = change?.effectiveAt ?? anchorPlusMonths(now, 1);
  const startsAt = anchorPlusMonths(endsAt, -1);
  return { startsAt: startsAt > now ? startsAt : now, endsAt };
}

/** Takes back a month whose payment was returned: the plan ends a month earlier, at once if that is past. */
export async function takeBackMonth(
  { tx, clock }: { tx: Tx; clock: Clock },
  { accountId, plan }: { accountId: string; plan: string },
): Promise<void> {
  const account = await lockAccount(tx, { accountId });
  const change = await selectPlanChange(tx, accountId);
  // Another plan was bought since, or a subscription pays for this one.
  if (account?.plan !== plan || !change || change.subscriptionId !== null) return;
  const effectiveAt = anchorPlusMonths(change.effectiveAt, -1);
  await upsertPlanChange(tx, { ...change, effectiveAt, now: clock.now() });
}
