import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { AccountNotFound, findAccount } from '../../tenancy/accounts/index.ts';
import type { PlanId } from '../plans/index.ts';
import { anchorPlusMonths } from './cycle.ts';
import { claimPeriod, endPeriods, insertAwaited, insertPeriod, isNoted } from './queries/periods.ts';
import { lockWallet } from './queries/wallets.ts';

type Deps = { tx: Tx; clock: Clock };
type Of = { accountId: string; reference: string };

/**
 * Remembers who paid for a month of the account's plan. Call it in the transaction that renewed the cycle. A change to this plan that
 * nobody has paid for is paid for by it too: an order is granted before its invoice arrives.
 */
export async function noteGrant(deps: Deps, of: Of): Promise<void> {
  const { tx, clock } = deps;
  const { accountId } = of;
  const plan = await lockedPlan(tx, accountId);
  const now = clock.now();
  const period = { accountId, plan, startsAt: now, endsAt: anchorPlusMonths(now, 1) };
  const claim = { ...period, ...of, now };
  if ((await isNoted(tx, of.reference)) || (await claimPeriod(tx, claim))) return;
  await endPeriods(tx, accountId, now);
  await insertPeriod(tx, period);
  await claimPeriod(tx, claim);
}

/**
 * Notes a payment that renews nothing: it paid for the change to this plan, which may be reported before or after it.
 */
export async function noteChangePaid(deps: Deps, of: Of & { plan: PlanId }): Promise<void> {
  const { tx, clock } = deps;
  const current = await lockedPlan(tx, of.accountId);
  const now = clock.now();
  const paid = { ...of, startsAt: now, endsAt: anchorPlusMonths(now, 1), now };
  if ((await isNoted(tx, of.reference)) || (await claimPeriod(tx, paid))) return;
  if (current !== of.plan) await insertAwaited(tx, paid);
}

async function lockedPlan(tx: Tx, accountId: string): Promise<string> {
  await lockWallet(tx, accountId);
  const account = await findAccount(tx, accountId);
  if (!account) throw new AccountNotFound();
  return account.plan;
}
