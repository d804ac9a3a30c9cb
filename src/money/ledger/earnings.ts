import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { prefixedId } from '../../platform/ids.ts';
import { type Actor, recordAuditEvent } from '../../tenancy/audit-log/index.ts';
import { EarningsTooLow, PayoutNotCovered, PayoutNotOpen, PayoutUnfunded } from './errors.ts';
import { availableOn, firstPendingDay } from './hold.ts';
import {
  closePayout,
  type EarningsRow,
  type EarningsTotals,
  insertPayout,
  lockOpenPayout,
  type PayoutRow,
  type SellerTotals,
  selectEarnings,
  selectEarningsOf,
  selectEarningsTotals,
  selectPendingDays,
} from './queries/earnings.ts';

/** `earningsHoldDays`: how long a sale waits for its payment to be disputed before it can be paid out. */
export type EarningsDeps = { db: Db; clock: Clock; earningsHoldDays: number };

export type Earnings = EarningsTotals & {
  byListing: EarningsRow[];
  /** Pending credits with the time at which they become available, earliest first. */
  upcoming: { availableAt: Date; credits: number }[];
};

/** Reports what fees earned a seller, in credits. */
export async function earningsOf(deps: EarningsDeps, accountId: string): Promise<Earnings> {
  const { db, earningsHoldDays } = deps;
  const pendingFrom = pendingFromOf(deps);
  const days = await selectPendingDays(db, accountId, pendingFrom);
  return {
    ...(await selectEarningsTotals(db, accountId, pendingFrom)),
    byListing: await selectEarnings(db, accountId),
    upcoming: days.map(({ day, credits }) => ({ availableAt: availableOn(day, earningsHoldDays), credits })),
  };
}

/** Across tenants, for administrators who decide on payouts. */
export async function earningsOfAll(
  deps: EarningsDeps,
  accountIds: readonly string[],
): Promise<Map<string, SellerTotals>> {
  const rows = await selectEarningsOf(deps.db, [...new Set(accountIds)], pendingFromOf(deps));
  return new Map(rows.map((row) => [row.account_id, row]));
}

/** Sets credits of the earnings aside until an admin has decided. */
export async function requestPayout(
  { tx, ...deps }: Omit<EarningsDeps, 'db'> & { tx: Tx },
  { accountId, credits, by }: { accountId: string; credits: number; by: Actor },
): Promise<PayoutRow> {
  const { clock } = deps;
  const now = clock.now();
  const pendingFrom = pendingFromOf(deps);
  const id = prefixedId('payout', now.getTime());
  const payout = await insertPayout(tx, { id, accountId, credits, pendingFrom, now });
  if (!payout) throw new EarningsTooLow(credits, await selectEarningsTotals(tx, accountId, pendingFrom));
  const asked = { event: 'payout.requested', subject: payout.id, after: { credits } } as const;
  await recordAuditEvent({ tx, clock }, { accountId, by, ...asked });
  return payout;
}

export type PayoutDecision = { id: string; by: Actor } & (
  | { status: 'paid'; unfundedToo: boolean; lookAgain(tx: Tx, accountId: string): Promise<void> }
  | { status: 'rejected'; reason: string }
);

/**
 * `paid` says that the money was sent. Deciding twice is refused and moves nothing. Before that it looks once more: sales may have
 * been reversed since the request, and `lookAgain` throws if the seller may not be paid. Earnings that no money paid for are paid
 * out only with `unfundedToo`: else a ring of free accounts could turn monthly credits into money.
 */
export async function decidePayout(deps: EarningsDeps, decision: PayoutDecision): Promise<PayoutRow> {
  const { db, clock } = deps;
  const { id, status, by } = decision;
  return db.transaction().execute(async (tx) => {
    const open = await lockOpenPayout(tx, id);
    if (!open) throw new PayoutNotOpen();
    if (status === 'paid') {
      await decision.lookAgain(tx, open.account_id);
      const totals = await selectEarningsTotals(tx, open.account_id, pendingFromOf(deps));
      if (totals.available < 0) throw new PayoutNotCovered(-totals.available);
      if (!decision.unfundedToo) requireFunds(totals, open);
    }
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

function requireFunds({ earned, reversed, unfunded, paid }: EarningsTotals, { credits }: PayoutRow): void {
  const missing = credits - Math.max(0, earned - reversed - unfunded - paid);
  if (missing > 0) throw new PayoutUnfunded(missing);
}

function pendingFromOf({ clock, earningsHoldDays }: Omit<EarningsDeps, 'db'>): string {
  return firstPendingDay(clock.now(), earningsHoldDays);
}
