import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { closeCharge, selectOverdue } from './queries/close.ts';

const BATCH = 100;

/**
 * Releases what a crash left behind. One statement per charge, so that two nodes sweeping at once can neither wait for
 * each other in a circle nor release twice.
 */
export async function expireReservations(deps: { db: Db; clock: Clock }): Promise<number> {
  let released = 0;
  for (;;) {
    const now = deps.clock.now();
    const overdue = await selectOverdue(deps.db, now, BATCH);
    for (const { account_id: accountId, id: chargeId } of overdue) {
      const outcome = { outcome: 'released', credits: 0, quantity: null, mayExceed: false } as const;
      if (await closeCharge(deps.db, { accountId, chargeId, ...outcome, now })) released += 1;
    }
    if (overdue.length < BATCH) return released;
  }
}
