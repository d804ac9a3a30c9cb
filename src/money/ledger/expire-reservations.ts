import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { closeCharge, type OverdueRow, selectOverdue } from './queries/close.ts';

/** Sent together: one at a time, each would queue behind all other queries of a busy service. */
const BATCH = 25;

/**
 * Closes what a crash left behind: a stream is charged for what it delivered, everything else is released. One
 * statement per charge, so that two nodes sweeping at once can neither deadlock nor close a charge twice.
 */
export async function expireReservations(deps: { db: Db; clock: Clock }): Promise<number> {
  let closed = 0;
  for (;;) {
    const now = deps.clock.now();
    const overdue = await selectOverdue(deps.db, now, BATCH);
    const rows = await Promise.all(
      overdue.map((charge) => closeCharge(deps.db, { ...closingOf(charge), now })),
    );
    closed += rows.filter((row) => row !== undefined).length;
    if (overdue.length < BATCH) return closed;
  }
}

function closingOf(charge: OverdueRow) {
  const ids = { accountId: charge.account_id, chargeId: charge.id };
  const { delivered_credits: credits, delivered_quantity: quantity } = charge;
  return credits > 0
    ? { ...ids, outcome: 'settled' as const, credits, quantity }
    : { ...ids, outcome: 'released' as const, credits: 0, quantity: null };
}
