import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { giveBackRouting, takeRouting } from './queries/movements.ts';
import { refusalOf } from './refusal.ts';
import { takeOrRefuse } from './take-or-refuse.ts';

type Deps = { db: Db; clock: Clock };
export type RoutingTaking = { accountId: string; takingId: number; amount: number };

/** Without a reservation: for work that is not metered otherwise. A metered charge carries them itself. */
export async function takeRoutingCredits(
  deps: Deps,
  input: { accountId: string; amount: number },
): Promise<RoutingTaking> {
  const { accountId, amount } = input;
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new RangeError(`cannot take ${amount} routing credits`);
  return takeOrRefuse(deps, {
    accountId,
    async take(db, now) {
      const takingId = await takeRouting(db, { accountId, amount, now });
      return takingId === undefined ? undefined : { accountId, takingId, amount };
    },
    // No credits are asked for, so the rate does not matter.
    refusal: (wallet) => refusalOf({ credits: 0, routingCredits: amount }, 1, wallet),
  });
}

/** True when they came back now, false when they had already. */
export async function giveBackRoutingCredits(
  deps: Deps,
  taking: { accountId: string; takingId: number },
): Promise<boolean> {
  return giveBackRouting(deps.db, { ...taking, now: deps.clock.now() });
}
