import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { planOf } from '../plans/index.ts';
import type { Order, Reservation } from './order.ts';
import { insertReservation } from './queries/reserve.ts';
import { refusalOf } from './refusal.ts';
import { currentWallet } from './renew-cycle.ts';

/** A retry is needed after a renewal, and when credit arrived between the refusal and the look at the balance. */
const MAX_ATTEMPTS = 5;

/** Takes the pool first, then the wallet. Throws a 402 with the figures, having moved nothing. */
export async function reserveCredits(deps: { db: Db; clock: Clock }, order: Order): Promise<Reservation> {
  requireWhole(order.credits, order.quantity, order.routingCredits ?? 0);
  const microsPerCredit = planOf(order.plan).overageMicrosPerCredit;
  for (let attempt = 1; ; attempt += 1) {
    const now = deps.clock.now();
    const chargeId = uuidv7(now.getTime());
    const deadlineAt = new Date(now.getTime() + order.deadlineMs);
    const taken = await insertReservation(deps.db, { ...order, chargeId, microsPerCredit, now, deadlineAt });
    if (taken) {
      const { accountId, credits } = order;
      const { from_pool: poolCredits, from_wallet: walletMicros } = taken;
      return { chargeId, accountId, credits, poolCredits, walletMicros, deadlineAt };
    }
    const wallet = await currentWallet(deps, order.accountId);
    const refusal = refusalOf(order, microsPerCredit, wallet);
    if (refusal) throw refusal;
    if (attempt === MAX_ATTEMPTS) throw new Error(`no reservation after ${attempt} attempts`);
  }
}

function requireWhole(...amounts: number[]): void {
  for (const amount of amounts) {
    if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`cannot reserve ${amount}`);
  }
}
