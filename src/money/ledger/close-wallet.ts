import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { centsOf } from '../pricing/index.ts';
import { forfeitWallet, selectMoneyLeft } from './queries/closing.ts';
import { closePayout, forfeitEarnings, selectEarningsTotals, selectOpenPayouts } from './queries/earnings.ts';
import { lockWallet } from './queries/wallets.ts';

/** Whatever is pending. */
const EVERYTHING = '0001-01-01';

type Closing = { accountId: string; forfeit: boolean; forfeitEarnings: boolean };
/** Credits of a seller that were not paid out: still to be requested, and in payouts that wait for a decision. */
type Left = { cents: number; earnings: { available: number; requested: number } };

/**
 * Empties the wallet of an account that is deleted. Without `forfeit` nothing moves while there is a cent left, held
 * amounts included. Otherwise the balance goes to the house, and neither renewals nor top-ups touch the wallet again.
 * Earnings move only with `forfeitEarnings`, payouts that wait included. Safe to repeat: charges that are released
 * later leave a balance again.
 */
export async function closeWallet(
  { db, clock }: { db: Db; clock: Clock },
  { accountId, forfeit, forfeitEarnings: forfeitsEarnings }: Closing,
): Promise<Left> {
  await lockWallet(db, accountId);
  const now = clock.now();
  const cents = centsOf(await selectMoneyLeft(db, accountId));
  const { available: ripe, pending, requested } = await selectEarningsTotals(db, accountId, EVERYTHING);
  const available = Math.max(0, ripe + pending);
  if (forfeit || cents === 0) await forfeitWallet(db, accountId, now);
  if (forfeitsEarnings && available + requested > 0) {
    const decision = { status: 'rejected' as const, reason: 'The account was deleted.', now };
    for (const id of await selectOpenPayouts(db, accountId)) await closePayout(db, { id, ...decision });
    await forfeitEarnings(db, accountId, now);
  }
  return { cents, earnings: { available, requested } };
}
