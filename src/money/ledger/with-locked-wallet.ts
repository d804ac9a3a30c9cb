import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { lockWallet, type WalletRow } from './queries/wallets.ts';
import { currentWallet } from './renew-cycle.ts';

export type LockedWallet = { db: Db; wallet: WalletRow; now: Date };

/**
 * Other requests change the balance all the time. The row lock makes the balance that the work checks the one it takes
 * from. Uses the caller's transaction where there is one.
 */
export async function withLockedWallet<Result>(
  { db, clock }: { db: Db; clock: Clock },
  accountId: string,
  work: (locked: LockedWallet) => Promise<Result>,
): Promise<Result> {
  if (!db.isTransaction)
    return db.transaction().execute((tx) => withLockedWallet({ db: tx, clock }, accountId, work));
  const locked = await lockWallet(db, accountId);
  const now = clock.now();
  const isCurrent = locked && locked.cycle_ends_at > now;
  const wallet = isCurrent ? locked : await currentWallet({ db, clock: { now: () => now } }, accountId);
  return work({ db, wallet, now });
}
