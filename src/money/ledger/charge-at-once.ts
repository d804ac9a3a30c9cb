import type { Clock } from '../../platform/clock.ts';
import { type Db, isStoreUnavailable } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import { traced } from '../../platform/tracing/index.ts';
import type { ChargeRequest } from './charge.ts';
import { requestTopUpIfLow } from './queries/auto-top-ups.ts';
import type { NewCharge, TakenRow } from './queries/insert-charges.ts';
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
  const [taken] = (await traced('charge.settle', () => takeOnce(deps.db, charge))) ?? [];
  if (!taken) return false;
  if (taken !== 'earlier' && taken.from_wallet > 0)
    // It is paid for now, whatever happens. The next charge looks again.
    await requestTopUpIfLow(deps.db, request.accountId, charge.now).catch((err: unknown) =>
      deps.log?.warn({ err }, 'could not look whether an automatic top-up is due'),
    );
  return true;
}

/** After a lost connection nobody knows whether the charge was committed. So it is sent again, and may turn out to be there. */
async function takeOnce(db: Db, charge: NewCharge): Promise<readonly (TakenRow | 'earlier')[] | undefined> {
  try {
    return await takeIfCovered(db, [charge]);
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    const again = await takeIfCovered(db, [charge]).catch((second: unknown) => {
      if (isThere(second)) return ['earlier' as const];
      throw second;
    });
    if (again) return again;
    throw error;
  }
}

/** The charge has its id from this process, so only the first try can have used it. */
function isThere(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'charges_pkey';
}
