import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { AccountNotFound, lockAccount, setAccountPlan } from '../../tenancy/accounts/index.ts';
import { type Actor, recordAuditEvent } from '../../tenancy/audit-log/index.ts';
import type { PlanId } from '../plans/index.ts';
import { renewCycle } from './renew-cycle.ts';

/**
 * The plan and its first grant commit together or not at all. With `lessUsed` the credits used in this cycle count against
 * the grant: for a change that was not paid in full, so that no series of changes buys credits below their price.
 */
export async function changePlan(
  deps: { tx: Tx; clock: Clock },
  {
    accountId,
    plan,
    by,
    lessUsed = false,
  }: { accountId: string; plan: PlanId; by: Actor; lessUsed?: boolean },
): Promise<void> {
  const before = await lockAccount(deps.tx, { accountId });
  if (!before) throw new AccountNotFound();
  await setAccountPlan(deps.tx, accountId, plan);
  await renewCycle({ db: deps.tx, clock: deps.clock }, accountId, { lessUsed });
  const change = { before: { plan: before.plan }, after: { plan } };
  await recordAuditEvent(deps, { accountId, by, event: 'plan.changed', ...change });
}
