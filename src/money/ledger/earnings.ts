import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { prefixedId } from '../../platform/ids.ts';
import { type Actor, recordAuditEvent } from '../../tenancy/audit-log/index.ts';
import { EarningsTooLow, PayoutNotOpen, PayoutUnfunded } from './errors.ts';
import {
  closePayout,
  type EarningsRow,
  type EarningsTotals,
  insertPayout,
  lockOpenPayout,
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
  { tx, clock }: { tx: Tx; clock: Clock },
  { accountId, credits, by }: { accountId: string; credits: number; by: Actor },
): Promise<PayoutRow> {
  const now = clock.now();
  const payout = await insertPayout(tx, { id: prefixedId('payout', now.getTime()), accountId, credits, now });
  if (!payout) {
    const { available } = await selectEarningsTotals(tx, accountId);
    throw new EarningsTooLow(credits, available);
  }
  const asked = { event: 'payout.requested', subject: payout.id, after: { credits } } as const;
  await recordAuditEvent({ tx, clock }, { accountId, by, ...asked });
  return payout;
}

export type PayoutDecision = { id: string; by: Actor } & (
  | { status: 'paid'; unfundedToo: boolean }
  | { status: 'rejected'; reason: string }
);

/**
 * `paid` says that the money was sent. Deciding twice is refused and moves nothing. Earnings that no money paid for are paid
 * out only with `unfundedToo`: else a ring of free accounts could turn monthly credits into money.
 */
export async function decidePayout({ db, clock }: Deps, decision: PayoutDecision): Promise<PayoutRow> {
  const { id, status, by } = decision;
  return db.transaction().execute(async (tx) => {
    const open = await lockOpenPayout(tx, id);
    if (!open) throw new PayoutNotOpen();
    if (status === 'paid' && !decision.unfundedToo) await requireFunds(tx, open);
    const reason = status === 'rejected' ? decision.reason : null;
    const payout = await closePayout(tx, { id, status, reason, now: clock.now() });
    if (!payout) throw new PayoutNotOpen();
    const { account_id: accountId, credits } = payout;
    const event = status === 'paid' ? 'payout.approved' : 'payout.rejected';
    const after = { credits, reason };
    await recordAuditEvent({ tx, clock }, { accountId, by, event, subject: id, after });
    return payout;
  });
}

async function requireFunds(tx: Tx, { account_id, credits }: PayoutRow): Promise<void> {
  const { earned, unfunded, paid } = await selectEarningsTotals(tx, account_id);
  const missing = credits - Math.max(0, earned - unfunded - paid);
  if (missing > 0) throw new PayoutUnfunded(missing);
}
