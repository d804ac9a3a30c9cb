import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { KeyLimitReached } from './errors.ts';
import {
  type Allotment,
  addToKeyLimit,
  deleteExpiredAllotments,
  deleteKeyLimit,
  findKeyLimit,
  insertAllotment,
  type KeyLimitRow,
  selectKeyLimits,
  upsertKeyLimit,
} from './queries/key-limits.ts';
import { lockWallet, type WalletRow } from './queries/wallets.ts';
import { currentWallet } from './renew-cycle.ts';

type Deps = { db: Db; clock: Clock };

const SWEEP_BATCH = 1_000;
const KEPT_MS = 24 * 3_600_000;

export type KeyLimit = { keyId: string; monthlyCredits: number; usedCredits: number; resetsAt: Date };

/** The wallet must be locked. Keys without a limit may take what the wallet holds. */
export async function countAgainstLimits(
  db: Db,
  wallet: WalletRow,
  byKey: ReadonlyMap<string, number>,
): Promise<void> {
  const { account_id: accountId, cycle, cycle_ends_at: resetsAt } = wallet;
  for (const [keyId, credits] of byKey) {
    if (await addToKeyLimit(db, { accountId, cycle, keyId, credits })) continue;
    const known = await findKeyLimit(db, { accountId, cycle, keyId });
    if (!known) continue;
    const { monthly_credits: limit, used_credits: used, expires_at } = known;
    throw new KeyLimitReached({ required: credits, used, limit, resetsAt: expires_at ? null : resetsAt });
  }
}

export async function listKeyLimits(deps: Deps, accountId: string): Promise<KeyLimit[]> {
  const wallet = await currentWallet(deps, accountId);
  const rows = await selectKeyLimits(deps.db, accountId, wallet.cycle);
  return rows.map((row) => limitOf(row, wallet));
}

/** Null lifts the limit. What the key used in the current cycle counts. Whoever calls this has checked the key. */
export async function changeKeyLimit(
  { tx, clock }: { tx: Tx; clock: Clock },
  change: { accountId: string; keyId: string; monthlyCredits: number | null },
): Promise<KeyLimit | null> {
  const { accountId, keyId, monthlyCredits: credits } = change;
  await lockWallet(tx, accountId);
  const wallet = await currentWallet({ db: tx, clock }, accountId);
  if (credits === null) await deleteKeyLimit(tx, accountId, keyId);
  else await upsertKeyLimit(tx, { accountId, cycle: wallet.cycle, keyId, credits });
  const rows = await selectKeyLimits(tx, accountId, wallet.cycle);
  const row = rows.find(({ key_id }) => key_id === keyId);
  return row ? limitOf(row, wallet) : null;
}

/** Sets the limit of a key that was created in the same transaction. */
export function allotCredits(tx: Tx, allotment: Allotment): Promise<void> {
  return insertAllotment(tx, allotment);
}

/** Deletes one batch of limits of keys that expired a day ago, when no call that they began still runs. */
export function sweepAllotments({ db, clock }: Deps): Promise<number> {
  return deleteExpiredAllotments(db, new Date(clock.now().getTime() - KEPT_MS), SWEEP_BATCH);
}

function limitOf(row: KeyLimitRow, { cycle_ends_at: resetsAt }: WalletRow): KeyLimit {
  return {
    keyId: row.key_id,
    monthlyCredits: row.monthly_credits,
    usedCredits: row.used_credits,
    resetsAt,
  };
}
