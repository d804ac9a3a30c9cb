import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { planOf } from '../plans/index.ts';
import type { Order, Reservation } from './order.ts';
import { insertReservation } from './queries/reserve.ts';
import { refusalOf } from './refusal.ts';
import { takeOrRefuse } from './take-or-refuse.ts';

/** Takes the pool first, then the wallet. Throws a 402 with the figures, having moved nothing. */
export async function reserveCredits(deps: { db: Db; clock: Clock }, order: Order): Promise<Reservation> {
  requireWhole(order.credits, order.quantity, order.routingCredits ?? 0);
  const { accountId, credits } = order;
  const microsPerCredit = planOf(order.plan).overageMicrosPerCredit;
  return takeOrRefuse(deps, {
    accountId,
    async take(db, now) {
      const chargeId = uuidv7(now.getTime());
      const deadlineAt = new Date(now.getTime() + order.deadlineMs);
      const taken = await insertReservation(db, { ...order, chargeId, microsPerCredit, now, deadlineAt });
      if (!taken) return undefined;
      const { from_pool: poolCredits, from_wallet: walletMicros } = taken;
      return { chargeId, accountId, credits, poolCredits, walletMicros, deadlineAt };
    },
    refusal: (wallet) => refusalOf(order, microsPerCredit, wallet),
  });
}

export function requireWhole(...amounts: number[]): void {
  for (const amount of amounts) {
    if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`cannot reserve ${amount}`);
  }
}
