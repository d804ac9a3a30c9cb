import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { DomainError } from '../../platform/errors.ts';
import { countAgainstLimits } from './key-limits.ts';
import { lockWallet, type WalletRow } from './queries/wallets.ts';
import { currentWallet } from './renew-cycle.ts';

type Deps = { db: Db; clock: Clock };

export type Attempt<Taken> = {
  accountId: string;
  /**
   * One guarded statement; undefined when the balance is too low, the cycle has ended, or a key has a limit that is not
   * counted yet.
   */
  take(db: Db, now: Date, limitsCounted: boolean): Promise<Taken | undefined>;
  /** Credits by the key that takes them. */
  byKey?: ReadonlyMap<string, number>;
  refusal(wallet: WalletRow): DomainError | null;
};

/** One statement when it succeeds. Otherwise finds out why: renews the cycle and retries, or throws the refusal. */
export async function takeOrRefuse<Taken>(deps: Deps, attempt: Attempt<Taken>): Promise<Taken> {
  const taken = await attempt.take(deps.db, deps.clock.now(), false);
  if (taken !== undefined) return taken;
  const refusal = attempt.refusal(await currentWallet(deps, attempt.accountId));
  if (refusal) throw refusal;
  return deps.db.isTransaction
    ? takeUnderLock(deps, attempt)
    : deps.db.transaction().execute((tx) => takeUnderLock({ db: tx, clock: deps.clock }, attempt));
}

/** Other requests change the balance all the time. The row lock makes the balance we checked the one we take from. */
async function takeUnderLock<Taken>(deps: Deps, attempt: Attempt<Taken>): Promise<Taken> {
  const locked = await lockWallet(deps.db, attempt.accountId);
  const now = deps.clock.now();
  const ended = !locked || locked.cycle_ends_at <= now;
  const wallet = ended
    ? await currentWallet({ db: deps.db, clock: { now: () => now } }, attempt.accountId)
    : locked;
  const refusal = attempt.refusal(wallet);
  if (refusal) throw refusal;
  if (attempt.byKey) await countAgainstLimits(deps.db, wallet, attempt.byKey);
  const taken = await attempt.take(deps.db, now, true);
  if (taken === undefined) throw new Error('the balance covers the charge, but the statement took nothing');
  return taken;
}
