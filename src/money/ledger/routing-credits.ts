import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { giveBackRouting, takeRouting } from './queries/movements.ts';
import { refusalOf } from './refusal.ts';
import { currentWallet } from './renew-cycle.ts';

type Deps = { db: Db; clock: Clock };
export type RoutingTaking = { accountId: string; takingId: number; amount: number };

const MAX_ATTEMPTS = 5;

/** Without a reservation: for work that is not metered otherwise. A metered order carries them itself. */
export async function takeRoutingCredits(
  deps: Deps,
  input: { accountId: string; amount: number },
): Promise<RoutingTaking> {
  const { accountId, amount } = input;
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new RangeError(`cannot take ${amount} routing credits`);
  for (let attempt = 1; ; attempt += 1) {
    const takingId = await takeRouting(deps.db, { accountId, amount, now: deps.clock.now() });
    if (takingId !== undefined) return { accountId, takingId, amount };
    const wallet = await currentWallet(deps, accountId);
    const refusal = refusalOf({ credits: 0, routingCredits: amount }, 1, wallet);
    if (refusal) throw refusal;
    if (attempt === MAX_ATTEMPTS) throw new Error(`no routing credits after ${attempt} attempts`);
  }
}

/** True when they came back now, false when they had already. */
export async function giveBackRoutingCredits(
  deps: Deps,
  taking: { accountId: string; takingId: number },
): Promise<boolean> {
  return giveBackRouting(deps.db, { ...taking, now: deps.clock.now() });
}
