import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import type { ChargeRequest, Reservation } from './charge.ts';
import { ChargeAlreadySettled } from './errors.ts';
import type { Rider } from './queries/close.ts';
import { releaseCharge } from './release-charge.ts';
import { reserveCredits } from './reserve-credits.ts';
import { runWithin } from './run-within.ts';
import { settleCharge } from './settle-charge.ts';

export type ChargeDeps = { db: Db; clock: Clock; log?: Log };

export type ChargeOptions<Result> = {
  /** Aborted when the caller is gone: the work stops and nothing is charged. */
  signal?: AbortSignal;
  /** Rows that are there exactly when the charge is; they cost no round trip of their own. */
  riders?: (result: Result) => readonly Rider[];
  /** For what must be able to refuse: runs in a transaction with the settlement, and undoes it by throwing. */
  alongside?: ((tx: Tx, result: Result) => Promise<void>) | undefined;
  /** The true cost, when it is known only after the work. Never more than the request. */
  actual?: (result: Result) => { credits: number; quantity: number };
};

/**
 * Reserve, work, settle or release. The result is returned after the settlement is committed, so no byte of it can
 * leave unpaid; a crash in between leaves a reservation for the sweeper.
 */
export async function chargeFor<Result>(
  deps: ChargeDeps,
  request: ChargeRequest,
  work: (signal: AbortSignal) => Promise<Result>,
  options: ChargeOptions<Result> = {},
): Promise<Result> {
  options.signal?.throwIfAborted();
  const reservation = await reserveCredits(deps, request);
  let result: Result;
  try {
    result = await runWithin(request.deadlineMs, options.signal, work);
  } catch (error) {
    await giveBack(deps, reservation);
    throw error;
  }
  try {
    await settle(deps, request, reservation, result, options);
  } catch (error) {
    // A connection lost at the commit leaves open whether it went through; only the charge itself knows.
    if ((await giveBack(deps, reservation)) === 'was settled') return result;
    throw error;
  }
  return result;
}

async function settle<Result>(
  deps: ChargeDeps,
  request: ChargeRequest,
  reservation: Reservation,
  result: Result,
  { alongside, actual, riders }: ChargeOptions<Result>,
): Promise<void> {
  const { accountId, chargeId } = reservation;
  const { credits, quantity } = actual?.(result) ?? request;
  const settlement = { accountId, chargeId, credits, quantity, riders: riders?.(result) };
  if (!alongside) {
    await settleCharge(deps, settlement);
    return;
  }
  await deps.db.transaction().execute(async (tx) => {
    await settleCharge({ db: tx, clock: deps.clock }, settlement);
    await alongside(tx, result);
  });
}

async function giveBack(
  deps: ChargeDeps,
  reservation: Reservation,
): Promise<'released' | 'was settled' | 'left'> {
  try {
    await releaseCharge(deps, reservation);
    return 'released';
  } catch (error) {
    if (error instanceof ChargeAlreadySettled) return 'was settled';
    deps.log?.warn({ err: error, charge_id: reservation.chargeId }, 'release left to the sweeper');
    return 'left';
  }
}
