import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import {
  poolPurchases,
  selectOwedCycles,
  selectUnmatched,
  selectUnpaid,
  setMatched,
  setUnpaid,
  walletPurchases,
} from './queries/unpaid.ts';
import { lockWallet } from './queries/wallets.ts';
import { owedByCycle, unpaidFees } from './unpaid-fees.ts';

const SWEEP_BATCH = 100;

/**
 * Reverses the sales that lie in what a buyer owes, and restores those that no longer do: their sellers earn what was paid for.
 * It depends on the debts and the purchases alone, so it may run at any time, and again.
 */
export async function matchSales({ tx, clock }: { tx: Tx; clock: Clock }, accountId: string): Promise<void> {
  const wallet = await lockWallet(tx, accountId);
  if (!wallet) return;
  const unpaid = await unpaidFees(walletPurchases(tx, accountId), wallet.owed_micros);
  const owed = wallet.owed_credits > 0 ? await selectOwedCycles(tx, accountId) : [];
  for (const { cycle, credits } of owedByCycle(owed, wallet.owed_credits)) {
    const ofPool = await unpaidFees(poolPurchases(tx, accountId, cycle), credits);
    for (const [id, fee] of ofPool) unpaid.set(id, fee + (unpaid.get(id) ?? 0));
  }
  const before = new Map((await selectUnpaid(tx, accountId)).map(({ id, credits }) => [id, credits]));
  const changes = new Map<string, number>();
  for (const id of new Set([...before.keys(), ...unpaid.keys()]))
    if (before.get(id) !== unpaid.get(id)) changes.set(id, unpaid.get(id) ?? 0);
  const now = clock.now();
  await setUnpaid(tx, accountId, changes, now);
  await setMatched(tx, accountId, now);
}

/**
 * Matches again after money that entered a wallet paid a debt, or after a purchase ended that was open when the debt
 * was made.
 */
export async function matchChangedSales({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const accounts = await selectUnmatched(db, SWEEP_BATCH);
  for (const accountId of accounts)
    await db.transaction().execute((tx) => matchSales({ tx, clock }, accountId));
  return accounts.length;
}
