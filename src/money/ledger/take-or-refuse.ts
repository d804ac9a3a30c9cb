import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { DomainError } from '../../platform/errors.ts';
import { lockWallet, type WalletRow } from './queries/wallets.ts';
import { currentWallet } from './renew-cycle.ts';

type Deps = { db: Db; clock: Clock };

export type Attempt<Taken> = {
  accountId: string;
  /** One guarded statement; undefined when the balance is too low or the cycle has ended. */
  take(db: Db, now: Date): Promise<Taken | undefined>;
  refusal(wallet: WalletRow): DomainError | null;
};

/** One statement when it succeeds. Otherwise finds out why: renews the cycle and retries, or throws the refusal. */
export async function takeOrRefuse<Taken>(deps: Deps, attempt: Attempt<Taken>): Promise<Taken> {
  const taken = await attempt.take(deps.db, deps.clock.now());
  if (taken !== undefined) return taken;
  const refusal = attempt.refusal(await currentWallet(deps, attempt.accountId));
  if (refusal) throw refusal;
  return deps.db.isTransaction
    ? takeUnderLock(deps, attempt)
    : deps.db.transaction().execute((tx) => takeUnderLock({ db: tx, clock: deps.clock }, attempt));
}

/** Other requests change the balance all the time. The row lock makes the balance we checked the one we take from. */
async function takeUnderLock<Taken>(deps: Deps, attempt: Attempt<Taken>): Promise<Taken> {
  await lockWallet(deps.db, attempt.accountId);
  const now = deps.clock.now();
  const wallet = await currentWallet({ db: deps.db, clock: { now: () => now } }, attempt.accountId);
  const refusal = attempt.refusal(wallet);
  if (refusal) throw refusal;
  const taken = await attempt.take(deps.db, now);
  if (taken === undefined) throw new Error('the balance covers the charge, but the statement took nothing');
  return taken;
}
