import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { AccountNotFound, findAccount } from '../../tenancy/accounts/index.ts';
import { planOf } from '../plans/index.ts';
import { cycleAt } from './cycle.ts';
import { insertWallet, releaseWithheldGrant } from './queries/wallets.ts';

/**
 * Grants the first cycle, unless `withhold`, or if the owner is not here for the first time: then the next one is granted.
 * Opening a wallet twice changes nothing.
 */
export async function openWallet(
  db: Db,
  opened: { accountId: string; plan: string; createdAt: Date; withhold?: boolean; isFirst?: boolean },
  now: Date = opened.createdAt,
): Promise<void> {
  const { withhold = false, isFirst = true } = opened;
  await insertWallet(db, {
    accountId: opened.accountId,
    ...(withhold || !isFirst ? NOTHING : firstGrantOf(opened.plan)),
    withheld: withhold,
    anchor: opened.createdAt,
    cycle: cycleAt(opened.createdAt, now),
    now,
  });
}

/** Opens the wallet of an account that is older than the ledger. */
export async function openMissingWallet(deps: { db: Db; clock: Clock }, accountId: string): Promise<void> {
  const account = await findAccount(deps.db, accountId);
  if (!account) throw new AccountNotFound();
  const { plan, createdAt } = account;
  await openWallet(deps.db, { accountId, plan, createdAt }, deps.clock.now());
}

/**
 * Grants what was withheld when the wallet was opened, or nothing if the owner is not here for the first time; later cycles are
 * granted either way. Granting twice is the same as granting once.
 */
export async function grantWithheld(
  deps: { db: Db; clock: Clock },
  accountId: string,
  { isFirst = true }: { isFirst?: boolean } = {},
): Promise<void> {
  const account = await findAccount(deps.db, accountId);
  if (!account) throw new AccountNotFound();
  const grant = isFirst ? firstGrantOf(account.plan) : NOTHING;
  await releaseWithheldGrant(deps.db, { accountId, ...grant, now: deps.clock.now() });
}

const NOTHING = { credits: 0, routingCredits: 0 };

function firstGrantOf(plan: string): typeof NOTHING {
  const { creditsPerMonth: credits, routingGrant: routingCredits } = planOf(plan);
  return { credits, routingCredits };
}
