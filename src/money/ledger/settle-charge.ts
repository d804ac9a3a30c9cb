import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { ClosedCharge } from './charge.ts';
import { closeOnce } from './close-charge.ts';
import { ChargeAlreadyReleased } from './errors.ts';
import { requestTopUpIfLow } from './queries/auto-top-ups.ts';
import type { Rider } from './queries/close.ts';

export type Settlement = {
  accountId: string;
  chargeId: string;
  /** The true cost without the fee, capped at the reservation. The fee is added if this is more than zero. */
  credits: number;
  quantity?: number;
  /** Written exactly when this settles. */
  riders?: readonly Rider[] | undefined;
};

/** Settling again moves nothing and returns the first settlement. Settling a released charge throws. */
export async function settleCharge(
  deps: { db: Db; clock: Clock },
  settlement: Settlement,
): Promise<ClosedCharge> {
  const { accountId, chargeId, credits } = settlement;
  if (!Number.isSafeInteger(credits) || credits < 0) throw new RangeError(`cannot settle ${credits} credits`);
  const charge = await closeOnce(deps, {
    accountId,
    chargeId,
    outcome: 'settled',
    credits,
    quantity: settlement.quantity ?? null,
    riders: settlement.riders,
  });
  if (charge.status === 'released') throw new ChargeAlreadyReleased(chargeId);
  if (charge.runsLow) await requestTopUpIfLow(deps.db, accountId, deps.clock.now());
  return charge;
}
