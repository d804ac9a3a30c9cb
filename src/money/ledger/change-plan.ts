import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { AccountNotFound, lockAccount, setAccountPlan } from '../../tenancy/accounts/index.ts';
import { type Actor, recordAuditEvent } from '../../tenancy/audit-log/index.ts';
import { type PlanId, planOf } from '../plans/index.ts';
import { anchorPlusMonths } from './cycle.ts';
import { beginAwaited, endPeriods, insertPeriod, selectRunning } from './queries/periods.ts';
import { currentWallet, renewCycle } from './renew-cycle.ts';
import { takeBackGrant } from './take-back-grant.ts';

export type PlanChange = {
  accountId: string;
  plan: PlanId;
  by: Actor;
  lessUsed?: boolean;
  /** The time that was paid for, where that is not a month from now. */
  paidTime?: { startsAt: Date; endsAt: Date };
};

/**
 * The plan and its first grant commit together or not at all. With `lessUsed` the credits used in this cycle count against
 * the grant: for a change that was not paid in full, so that no series of changes buys credits below their price.
 */
export async function changePlan(deps: { tx: Tx; clock: Clock }, change: PlanChange): Promise<void> {
  const { tx, clock } = deps;
  const { accountId, plan, by, lessUsed = false } = change;
  const before = await lockAccount(tx, { accountId });
  if (!before) throw new AccountNotFound();
  // A cycle that has ended is still one of the old plan.
  await currentWallet({ db: tx, clock }, accountId);
  await setAccountPlan(tx, accountId, plan);
  await renewCycle({ db: tx, clock }, accountId, { lessUsed });
  await beginPeriod(deps, change);
  const moved = { before: { plan: before.plan }, after: { plan } };
  await recordAuditEvent(deps, { accountId, by, event: 'plan.changed', ...moved });
}

/**
 * A change that nobody has paid for yet continues the period that it replaces: if the payment for that period goes
 * back, so do the credits of the change.
 */
async function beginPeriod({ tx, clock }: { tx: Tx; clock: Clock }, change: PlanChange): Promise<void> {
  const { accountId, plan, lessUsed } = change;
  const now = clock.now();
  const time = change.paidTime ?? { startsAt: now, endsAt: anchorPlusMonths(now, 1) };
  const period = { accountId, plan, ...time };
  const replaced = lessUsed && planOf(plan).paid ? await selectRunning(tx, accountId, now) : undefined;
  await endPeriods(tx, accountId, period.startsAt);
  const awaited = await beginAwaited(tx, period);
  if (!awaited) await insertPeriod(tx, period, replaced);
  else if (awaited.reversed > 0)
    await takeBackGrant(
      { tx, clock },
      {
        accountId,
        grantReference: awaited.reference,
        share: awaited.reversed,
        reversed: awaited.reversed,
        reference: `awaited:${awaited.reference}`,
        note: 'paid back before the plan began',
      },
    );
}
