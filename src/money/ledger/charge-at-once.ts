import type { Clock } from '../../platform/clock.ts';
import { type Db, isStoreUnavailable } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import { traced } from '../../platform/tracing/index.ts';
import type { ChargeRequest } from './charge.ts';
import { requestTopUpIfLow } from './queries/auto-top-ups.ts';
import { findCharge } from './queries/close.ts';
import type { NewCharge } from './queries/insert-charges.ts';
import type { Rider } from './queries/riders.ts';
import { newChargeOf, takeIfCovered } from './take-if-covered.ts';

/**
 * Charges work that is done, in the one statement that otherwise reserves. False: nothing was charged, because the balance is too
 * low by now, the cycle has ended, or the key has got a limit.
 */
export async function chargeAtOnce(
  deps: { db: Db; clock: Clock; log?: Log },
  request: ChargeRequest,
  riders: readonly Rider[],
): Promise<boolean> {
  const charge = { ...newChargeOf(request, deps.clock.now()), settled: { riders } };
  const taken = await traced('charge.settle', () => takeOnce(deps.db, charge));
  if (taken === undefined) return false;
  if (taken.fromWallet > 0)
    // It is paid for now, whatever happens. The next charge looks again.
    await requestTopUpIfLow(deps.db, request.accountId, charge.now).catch((err: unknown) =>
      deps.log?.warn({ err }, 'could not look whether an automatic top-up is due'),
    );
  return true;
}

/**
 * After a lost connection nobody knows whether the charge was committed. So the same one is sent again, which waits for the first if that
 * still runs, and cannot be taken twice. Then the charge itself says whether it is there.
 */
async function takeOnce(db: Db, charge: NewCharge): Promise<{ fromWallet: number } | undefined> {
  const take = async () => {
    const [taken] = (await takeIfCovered(db, [charge])) ?? [];
    return taken && { fromWallet: taken.from_wallet };
  };
  try {
    return await take();
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    const again = await take().catch(() => undefined);
    if (again) return again;
    const earlier = await findCharge(db, charge.accountId, charge.chargeId);
    if (!earlier) throw error;
    return { fromWallet: earlier.wallet_micros };
  }
}
