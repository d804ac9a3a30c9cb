import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { giveBackRouting, takeRouting } from './queries/movements.ts';
import { refuseUncovered } from './refusal.ts';
import { currentWallet } from './renew-cycle.ts';
import { withLockedWallet } from './with-locked-wallet.ts';

type Deps = { db: Db; clock: Clock };
export type RoutingTaking = { accountId: string; takingId: number; amount: number };

/** Takes them without a reservation, for work that is not metered otherwise. A metered charge carries them itself. */
export async function takeRoutingCredits(
  deps: Deps,
  input: { accountId: string; amount: number },
): Promise<RoutingTaking> {
  const { accountId, amount } = input;
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new RangeError(`cannot take ${amount} routing credits`);
  const take = async (db: Db, now: Date): Promise<RoutingTaking | undefined> => {
    const takingId = await takeRouting(db, { accountId, amount, now });
    return takingId === undefined ? undefined : { accountId, takingId, amount };
  };
  const taken = await take(deps.db, deps.clock.now());
  if (taken) return taken;
  // No credits are asked for, so their price does not matter.
  const asked = { credits: 0, routingCredits: amount, microsPerCredit: 1 };
  refuseUncovered(asked, await currentWallet(deps, accountId));
  return withLockedWallet(deps, accountId, async ({ db, wallet, now }) => {
    refuseUncovered(asked, wallet);
    const late = await take(db, now);
    if (!late) throw new Error('the balance covers the routing credits, but the statement took none');
    return late;
  });
}

/** True when they came back now, false when they had already. */
export async function giveBackRoutingCredits(
  deps: Deps,
  taking: { accountId: string; takingId: number },
): Promise<boolean> {
  return giveBackRouting(deps.db, { ...taking, now: deps.clock.now() });
}
