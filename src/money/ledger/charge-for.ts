import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import type { ChargeRequest, Reservation } from './charge.ts';
import { chargeAtOnce } from './charge-at-once.ts';
import { ChargeAlreadySettled } from './errors.ts';
import { seenPools } from './pools-seen.ts';
import type { Rider } from './queries/riders.ts';
import { releaseCharge } from './release-charge.ts';
import { reserveCredits } from './reserve-credits.ts';
import { runWithin } from './run-within.ts';
import { settleCharge } from './settle-charge.ts';

export type ChargeDeps = { db: Db; clock: Clock; log?: Log };

export type ChargeOptions<Result> = {
  /** Aborted when the client disconnects: the work stops and nothing is charged. */
  signal?: AbortSignal;
  /** Rows written by the statement that settles the charge: no extra round trip, and never one without the other. */
  riders?: (result: Result) => readonly Rider[];
  /** Runs in the settlement's transaction; throwing undoes the settlement. */
  alongside?: ((tx: Tx, result: Result) => Promise<void>) | undefined;
  /** The true cost, when only the work reveals it. Never more than was reserved. */
  actual?: (result: Result) => { credits: number; quantity: number };
};

/**
 * Reserve, work, settle or release. Returns after the settlement is committed, so no byte of the result leaves
 * unpaid. A crash in between leaves a reservation that the sweep releases. Where the pool has plenty, nothing is reserved: the
 * charge is made when the work is done, and a crash leaves nothing.
 */
export async function chargeFor<Result>(
  deps: ChargeDeps,
  request: ChargeRequest,
  work: (signal: AbortSignal) => Promise<Result>,
  options: ChargeOptions<Result> = {},
): Promise<Result> {
  options.signal?.throwIfAborted();
  const held = isPlain(request, options) ? seenPools(deps.db).holdOfPlenty(request, request.credits) : null;
  if (!held) return chargeReserved(deps, request, work, options);
  try {
    const result = await runWithin(request.deadlineMs, options.signal, work);
    if (await chargeAtOnce(deps, request, options.riders?.(result) ?? [])) return result;
    return await chargeReserved(deps, request, async () => result, options);
  } finally {
    held.end();
  }
}

/** Whether one statement can charge it: its cost is known, and nothing else has to happen in the same transaction. */
function isPlain<Result>(
  { fee, routingCredits = 0 }: ChargeRequest,
  { actual, alongside }: ChargeOptions<Result>,
): boolean {
  return !fee && routingCredits === 0 && !actual && !alongside;
}

async function chargeReserved<Result>(
  deps: ChargeDeps,
  request: ChargeRequest,
  work: (signal: AbortSignal) => Promise<Result>,
  options: ChargeOptions<Result>,
): Promise<Result> {
  const reservation = await reserveCredits(deps, request);
  let result: Result;
  try {
    result = await runWithin(request.deadlineMs, options.signal, work);
  } catch (error) {
    await release(deps, reservation);
    throw error;
  }
  try {
    await settle(deps, request, reservation, result, options);
  } catch (error) {
    // If the connection dropped during the commit, only the charge itself says whether it was settled.
    if ((await release(deps, reservation)) === 'was settled') return result;
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
  const isWhole = !actual && !request.fee;
  const settlement = { accountId, chargeId, credits, quantity, isWhole, riders: riders?.(result) };
  if (!alongside) {
    await settleCharge(deps, settlement);
    return;
  }
  await deps.db.transaction().execute(async (tx) => {
    await settleCharge({ db: tx, clock: deps.clock }, settlement);
    await alongside(tx, result);
  });
}

async function release(
  deps: ChargeDeps,
  reservation: Reservation,
): Promise<'released' | 'was settled' | 'left'> {
  try {
    await releaseCharge(deps, reservation);
    return 'released';
  } catch (error) {
    if (error instanceof ChargeAlreadySettled) return 'was settled';
    deps.log?.warn(
      { err: error, charge_id: reservation.chargeId },
      'could not release the charge; the sweep will',
    );
    return 'left';
  }
}
