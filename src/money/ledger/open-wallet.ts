import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { AccountNotFound, findAccount } from '../../tenancy/accounts/index.ts';
import { planOf } from '../plans/index.ts';
import { cycleAt } from './cycle.ts';
import { insertWallet, releaseWithheldGrant } from './queries/wallets.ts';

/** Grants the first cycle, unless `withhold`. Opening a wallet twice changes nothing. */
export async function openWallet(
  db: Db,
  opened: { accountId: string; plan: string; createdAt: Date; withhold?: boolean },
  now: Date = opened.createdAt,
): Promise<void> {
  const plan = planOf(opened.plan);
  await insertWallet(db, {
    accountId: opened.accountId,
    credits: plan.creditsPerMonth,
    routingCredits: plan.routingGrant,
    withheld: opened.withhold ?? false,
    anchor: opened.createdAt,
    cycle: cycleAt(opened.createdAt, now),
    now,
  });
}

/** For accounts that are older than the ledger. */
export async function openMissingWallet(deps: { db: Db; clock: Clock }, accountId: string): Promise<void> {
  const account = await findAccount(deps.db, accountId);
  if (!account) throw new AccountNotFound();
  const { plan, createdAt } = account;
  await openWallet(deps.db, { accountId, plan, createdAt }, deps.clock.now());
}

/** Grants what was withheld when the wallet was opened. Granting twice is the same as granting once. */
export async function grantWithheld(deps: { db: Db; clock: Clock }, accountId: string): Promise<void> {
  const account = await findAccount(deps.db, accountId);
  if (!account) throw new AccountNotFound();
  const { creditsPerMonth: credits, routingGrant: routingCredits } = planOf(account.plan);
  await releaseWithheldGrant(deps.db, { accountId, credits, routingCredits, now: deps.clock.now() });
}
