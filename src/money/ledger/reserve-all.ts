import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { planOf } from '../plans/index.ts';
import { type ChargeRequest, creditsToReserve, keysOf, type Reservation } from './charge.ts';
import { insertReservations } from './queries/reserve-all.ts';
import { refusalOf } from './refusal.ts';
import { requireWhole } from './reserve-credits.ts';
import { takeOrRefuse } from './take-or-refuse.ts';

type Payer = Pick<ChargeRequest, 'accountId' | 'plan'>;

/** Reserves all in one statement, or throws a 402 with the total and moves nothing. */
export async function reserveAll(
  deps: { db: Db; clock: Clock },
  { accountId, plan }: Payer,
  requests: readonly Omit<ChargeRequest, keyof Payer>[],
): Promise<Reservation[]> {
  for (const request of requests) requireWhole(request);
  const credits = requests.reduce((sum, request) => sum + creditsToReserve(request), 0);
  const routingCredits = requests.reduce((sum, request) => sum + (request.routingCredits ?? 0), 0);
  const microsPerCredit = planOf(plan).overageMicrosPerCredit;
  return takeOrRefuse(deps, {
    accountId,
    byKey: creditsByKey(requests),
    async take(db, now, limitsCounted) {
      const named = requests.map((request) => ({
        ...request,
        chargeId: uuidv7(now.getTime()),
        deadlineAt: new Date(now.getTime() + request.deadlineMs),
      }));
      const whole = { accountId, plan, credits, routingCredits, microsPerCredit, now, limitsCounted };
      const taken = await insertReservations(db, { ...whole, requests: named });
      if (!taken) return undefined;
      const fromPool = new Map(taken.map((part) => [part.charge_id, part.from_pool]));
      return named.map((request) => {
        const { chargeId, deadlineAt } = request;
        const own = creditsToReserve(request);
        const poolCredits = fromPool.get(chargeId) ?? 0;
        const walletMicros = (own - poolCredits) * microsPerCredit;
        return { chargeId, accountId, credits: own, poolCredits, walletMicros, deadlineAt };
      });
    },
    refusal: (wallet) => refusalOf({ credits, routingCredits }, microsPerCredit, wallet),
  });
}

function creditsByKey(requests: readonly Omit<ChargeRequest, keyof Payer>[]): Map<string, number> {
  const byKey = new Map<string, number>();
  for (const request of requests) {
    for (const key of keysOf(request)) byKey.set(key, (byKey.get(key) ?? 0) + creditsToReserve(request));
  }
  return byKey;
}
