import { ChargeAlreadyReleased, settleCharge } from '../../money/ledger/index.ts';
import { billableQuantity, CREDITS_PER_UNIT, type MeteredUnit } from '../../money/pricing/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { endJob, type JobDeps } from './end-job.ts';
import { LeaseLost, OutputMissing } from './errors.ts';
import { failJob } from './fail-job.ts';
import { type JobResult, type Lease, outputKey } from './job.ts';
import { type JobCharge, listCharges, lockUnfinished } from './queries/finish.ts';
import { findLeasedJob } from './queries/read.ts';

/**
 * Settles and completes in one transaction, so that a film is there exactly when it is paid for. Saying it again, as a
 * worker does that did not hear the answer, changes nothing.
 */
export async function completeJob(
  deps: JobDeps & { storage: Storage },
  lease: Lease,
  result: JobResult,
): Promise<void> {
  for (const { name } of result.outputs)
    if (!(await deps.storage.head(outputKey(lease, name)))) throw new OutputMissing(name);
  try {
    await deps.db.transaction().execute((tx) => complete(deps, tx, lease, result));
  } catch (error) {
    if (!(error instanceof ChargeAlreadyReleased)) throw error;
    // The reservation ran out while it was made: then nothing may be handed out either.
    await failJob(deps, lease, {
      error: 'The job took longer than its credits could be held; nothing was charged.',
      errorCode: 'reservation_expired',
      final: true,
    });
  }
}

async function complete(deps: JobDeps, tx: Tx, lease: Lease, result: JobResult): Promise<void> {
  const job = await lockUnfinished(tx, lease.jobId, { token: lease.token });
  if (!job) return requireDoneBy(tx, lease);
  let credits = 0;
  for (const charge of await listCharges(tx, job.id))
    credits += await settle({ db: tx, clock: deps.clock }, job.account_id, charge, result.measured);
  await endJob(deps, tx, {
    status: 'completed',
    jobId: job.id,
    lease,
    outputs: result.outputs,
    durationSeconds: result.durationSeconds ?? null,
    width: result.width ?? null,
    height: result.height ?? null,
    credits,
    refundedMicros: 0,
    now: deps.clock.now(),
  });
}

async function requireDoneBy(tx: Tx, { jobId, token }: Lease): Promise<void> {
  const job = await findLeasedJob(tx, jobId);
  if (job?.outputs_of !== token) throw new LeaseLost();
}

async function settle(
  deps: { db: Tx; clock: Clock },
  accountId: string,
  { unit, chargeId, credits }: JobCharge,
  measured: JobResult['measured'],
): Promise<number> {
  const found = measured[unit];
  const quantity = found === undefined ? undefined : billableQuantity(found);
  const cost = quantity === undefined ? credits : quantity * CREDITS_PER_UNIT[unit as MeteredUnit];
  const mayExceed = unit === 'video_second';
  const settlement = { accountId, chargeId, credits: cost, mayExceed };
  const closed = await settleCharge(deps, quantity === undefined ? settlement : { ...settlement, quantity });
  return closed.credits;
}
