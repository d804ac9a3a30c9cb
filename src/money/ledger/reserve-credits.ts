import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { planOf } from '../plans/index.ts';
import { type ChargeRequest, creditsToReserve, keysOf, type Reservation } from './charge.ts';
import { insertReservation, type ReservedRow, type ReserveInput } from './queries/reserve.ts';
import { refusalOf } from './refusal.ts';
import { takeOrRefuse } from './take-or-refuse.ts';
import { reserveTogether } from './together.ts';

/** Takes the pool first, then the wallet. Throws a 402 with the figures, having moved nothing. */
export async function reserveCredits(
  deps: { db: Db; clock: Clock },
  request: ChargeRequest,
): Promise<Reservation> {
  requireWhole(request);
  const { accountId, routingCredits } = request;
  const credits = creditsToReserve(request);
  const microsPerCredit = planOf(request.plan).overageMicrosPerCredit;
  return takeOrRefuse(deps, {
    accountId,
    byKey: new Map(keysOf(request).map((key) => [key, credits])),
    async take(db, now, limitsCounted) {
      const chargeId = uuidv7(now.getTime());
      const deadlineAt = new Date(now.getTime() + request.deadlineMs);
      const named = { chargeId, microsPerCredit, now, deadlineAt, limitsCounted };
      const taken = await reserve(db, { ...request, ...named });
      if (!taken) return undefined;
      const { from_pool: poolCredits, from_wallet: walletMicros } = taken;
      return { chargeId, accountId, credits, poolCredits, walletMicros, deadlineAt };
    },
    refusal: (wallet) => refusalOf({ credits, routingCredits }, microsPerCredit, wallet),
  });
}

/** Keys whose limits are counted have the lock of the wallet, which only their own transaction has. */
async function reserve(db: Db, input: ReserveInput): Promise<ReservedRow | undefined> {
  const joint = db.isTransaction || input.limitsCounted ? 'alone' : await reserveTogether(db, input);
  return joint === 'alone' ? insertReservation(db, input) : joint;
}

export function requireWhole({
  credits,
  quantity,
  fee,
  routingCredits = 0,
}: Omit<ChargeRequest, 'accountId' | 'plan'>): void {
  for (const amount of [credits, quantity, fee?.credits ?? 0, routingCredits]) {
    if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`cannot reserve ${amount}`);
  }
}
