import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { traced } from '../../platform/tracing/index.ts';
import { settleBatched } from './batched-charges.ts';
import type { ClosedCharge } from './charge.ts';
import { closeOnce, toClosedCharge } from './close-charge.ts';
import { ChargeAlreadyReleased } from './errors.ts';
import { requestTopUpIfLow } from './queries/auto-top-ups.ts';
import type { Rider } from './queries/riders.ts';

export type Settlement = {
  accountId: string;
  chargeId: string;
  /** The true cost without the fee, capped at the reservation. The fee is added if this is more than zero. */
  credits: number;
  quantity?: number;
  /** Written exactly when this settles. */
  riders?: readonly Rider[] | undefined;
  /** True when `credits` is all that was reserved, and no seller is paid: it can then be settled with those of others. */
  isWhole?: boolean;
};

/** Settling again moves nothing and returns the first settlement. Settling a released charge throws. */
export async function settleCharge(
  deps: { db: Db; clock: Clock },
  settlement: Settlement,
): Promise<ClosedCharge> {
  const { accountId, chargeId, credits } = settlement;
  if (!Number.isSafeInteger(credits) || credits < 0) throw new RangeError(`cannot settle ${credits} credits`);
  const charge = await traced('charge.settle', () => close(deps, settlement));
  if (charge.status === 'released') throw new ChargeAlreadyReleased(chargeId);
  if (charge.runsLow) await requestTopUpIfLow(deps.db, accountId, deps.clock.now());
  return charge;
}

async function close(deps: { db: Db; clock: Clock }, settlement: Settlement): Promise<ClosedCharge> {
  const { isWhole = false, quantity = null, ...named } = settlement;
  const { riders = [] } = settlement;
  if (isWhole && !deps.db.isTransaction && !riders.some(({ waits }) => waits)) {
    const settled = await settleBatched(deps.db, { ...named, quantity, now: deps.clock.now() });
    if (settled !== 'alone')
      return toClosedCharge(named.chargeId, settled, {
        moved: true,
        runsLow: settled.runs_low,
        refundedCents: 0,
      });
  }
  return closeOnce(deps, { ...named, outcome: 'settled', quantity });
}
