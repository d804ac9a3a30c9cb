import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { centsOf } from '../pricing/index.ts';
import { forfeitWallet, selectMoneyLeft } from './queries/closing.ts';
import { lockWallet } from './queries/wallets.ts';

/**
 * For accounts that are deleted. Without `forfeit` nothing moves while there is a cent left, held amounts included.
 * Otherwise the balance goes to the house, and neither renewals nor top-ups touch the wallet again. Safe to repeat:
 * charges that are released later leave a balance again.
 */
export async function closeWallet(
  { db, clock }: { db: Db; clock: Clock },
  { accountId, forfeit }: { accountId: string; forfeit: boolean },
): Promise<{ cents: number }> {
  await lockWallet(db, accountId);
  const cents = centsOf(await selectMoneyLeft(db, accountId));
  if (forfeit || cents === 0) await forfeitWallet(db, accountId, clock.now());
  return { cents };
}
