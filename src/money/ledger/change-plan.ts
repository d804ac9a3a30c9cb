import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { setAccountPlan } from '../../tenancy/accounts/index.ts';
import type { PlanId } from '../plans/index.ts';
import { renewCycle } from './renew-cycle.ts';

/** The plan and its first grant commit together or not at all. */
export async function changePlan(
  deps: { tx: Tx; clock: Clock },
  change: { accountId: string; plan: PlanId },
): Promise<void> {
  await setAccountPlan(deps.tx, change.accountId, change.plan);
  await renewCycle({ db: deps.tx, clock: deps.clock }, change.accountId);
}
