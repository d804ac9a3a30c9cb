import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { AccountNotFound, findAccount } from '../../tenancy/accounts/index.ts';
import { planOf } from '../plans/index.ts';
import { cycleAt } from './cycle.ts';
import { openMissingWallet } from './open-wallet.ts';
import { selectRunning } from './queries/periods.ts';
import {
  lockWallet,
  selectAccountsDue,
  selectWallet,
  updateCycle,
  type WalletRow,
} from './queries/wallets.ts';

type Deps = { db: Db; clock: Clock };
type RenewOptions = { onlyIfDue: boolean; lessUsed: boolean };

const SWEEP_BATCH = 100;

/** Renews at once, whatever is left of the old cycle: for payments. The renewal day stays the day of sign-up. */
export async function renewCycle(
  deps: Deps,
  accountId: string,
  { lessUsed = false }: { lessUsed?: boolean } = {},
): Promise<void> {
  const wallet = await currentWallet(deps, accountId);
  await renew(deps, wallet, { onlyIfDue: false, lessUsed });
}

/** The wallet, renewed first if its cycle has ended. */
export async function currentWallet(deps: Deps, accountId: string): Promise<WalletRow> {
  const wallet = await selectWallet(deps.db, accountId);
  if (wallet && wallet.cycle_ends_at > deps.clock.now()) return wallet;
  if (wallet) await renew(deps, wallet, { onlyIfDue: true, lessUsed: false });
  else await openMissingWallet(deps, accountId);
  const fresh = await selectWallet(deps.db, accountId);
  if (!fresh) throw new AccountNotFound();
  return fresh;
}

/** Any number of nodes may sweep at once: the first to reach a cycle renews it. */
export async function renewDueCycles(deps: Deps): Promise<number> {
  let renewed = 0;
  for (;;) {
    const due = await selectAccountsDue(deps.db, deps.clock.now(), SWEEP_BATCH);
    for (const accountId of due) await currentWallet(deps, accountId);
    renewed += due.length;
    if (due.length < SWEEP_BATCH) return renewed;
  }
}

/** The lock keeps a refund of the time that the grant is in from being overlooked. */
async function renew(deps: Deps, wallet: WalletRow, options: RenewOptions): Promise<void> {
  const { db, clock } = deps;
  const underLock = async (tx: Db) => {
    await lockWallet(tx, wallet.account_id);
    await renewLocked({ db: tx, clock }, wallet, options);
  };
  await (db.isTransaction ? underLock(db) : db.transaction().execute(underLock));
}

async function renewLocked(deps: Deps, wallet: WalletRow, options: RenewOptions): Promise<void> {
  const account = await findAccount(deps.db, wallet.account_id);
  if (!account) throw new AccountNotFound();
  const plan = planOf(account.plan);
  const now = deps.clock.now();
  const { startsAt, endsAt } = cycleAt(wallet.cycle_anchor, now);
  // A payment in full pays for its grant, whatever became of earlier ones.
  const mayBeReversed = plan.paid && (options.onlyIfDue || options.lessUsed);
  const running = mayBeReversed ? await selectRunning(deps.db, account.id, now) : undefined;
  await updateCycle(deps.db, {
    accountId: account.id,
    credits: plan.creditsPerMonth,
    routingCredits: plan.routingGrant,
    cycle: { startsAt: options.onlyIfDue ? startsAt : now, endsAt },
    now,
    ...options,
    mayWithhold: !plan.paid,
    reversed: running
      ? { credits: planOf(running.plan).creditsPerMonth, share: running.reversed }
      : { credits: 0, share: 0 },
  });
}
