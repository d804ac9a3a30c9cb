import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { ClosedCharge } from './charge.ts';
import { closeOnce } from './close-charge.ts';
import { ChargeAlreadySettled } from './errors.ts';

/** Gives back both parts and the routing credits. Releasing again moves nothing; after a settlement it is refused. */
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
    mayExceed: false,
  });
  if (charge.status === 'settled') throw new ChargeAlreadySettled(chargeId);
  return charge;
}
