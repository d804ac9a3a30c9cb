import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { prefixedId } from '../../platform/ids.ts';
import { EarningsTooLow, PayoutNotOpen } from './errors.ts';
import {
  closePayout,
  type EarningsRow,
  type EarningsTotals,
  insertPayout,
  type PayoutRow,
  selectEarnings,
  selectEarningsTotals,
} from './queries/earnings.ts';

type Deps = { db: Db; clock: Clock };

/** What fees earned a seller, in credits. */
export async function earningsOf(
  db: Db,
  accountId: string,
): Promise<EarningsTotals & { byListing: EarningsRow[] }> {
  const totals = await selectEarningsTotals(db, accountId);
  return { ...totals, byListing: await selectEarnings(db, accountId) };
}

/** Sets credits of the earnings aside until an admin has decided. */
export async function requestPayout(
  { db, clock }: Deps,
  { accountId, credits }: { accountId: string; credits: number },
): Promise<PayoutRow> {
  const now = clock.now();
  const payout = await insertPayout(db, { id: prefixedId('payout', now.getTime()), accountId, credits, now });
  if (payout) return payout;
  const { available } = await selectEarningsTotals(db, accountId);
  throw new EarningsTooLow(credits, available);
}

/** `paid` says that the money was sent. Deciding twice is refused and moves nothing. */
export async function decidePayout(
  { db, clock }: Deps,
  decision: { id: string; status: 'paid' } | { id: string; status: 'rejected'; reason: string },
): Promise<PayoutRow> {
  const reason = decision.status === 'rejected' ? decision.reason : null;
  const { id, status } = decision;
  const payout = await closePayout(db, { id, status, reason, now: clock.now() });
  if (!payout) throw new PayoutNotOpen();
  return payout;
}
