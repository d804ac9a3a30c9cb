import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { ClosedCharge } from './charge.ts';
import { closeOnce } from './close-charge.ts';
import { ChargeAlreadySettled } from './errors.ts';

/** Returns pool, wallet and routing credits. Releasing again moves nothing; releasing a settled charge throws. */
export async function releaseCharge(
  deps: { db: Db; clock: Clock },
  release: { accountId: string; chargeId: string },
): Promise<ClosedCharge> {
  const { accountId, chargeId } = release;
  const charge = await closeOnce(deps, {
    accountId,
    chargeId,
    outcome: 'released',
    credits: 0,
    quantity: null,
  });
  if (charge.status === 'settled') throw new ChargeAlreadySettled(chargeId);
  return charge;
}
