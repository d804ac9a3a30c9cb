import { ChargeAlreadyReleased, settleCharge } from '../../money/ledger/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { costOf, requireDeclared } from './check-result.ts';
import { endJob, type JobDeps } from './end-job.ts';
import { LeaseLost, OutputMissing } from './errors.ts';
import { failJob } from './fail-job.ts';
import { type JobResult, type Lease, outputKey } from './job.ts';
import { listCharges, lockUnfinished } from './queries/finish.ts';
import { findLeasedJob } from './queries/read.ts';

/**
 * Settles and completes in one transaction, so that an output exists exactly when it is paid for. Completing again
 * under the same lease changes nothing: a worker repeats a call whose answer it missed.
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
    // The reservation expired meanwhile, so nothing may be handed out either.
    await failJob(deps, lease, {
      error: 'The job ran longer than its credits can be held. Nothing was charged.',
      errorCode: 'reservation_expired',
      final: true,
    });
  }
}

async function complete(deps: JobDeps, tx: Tx, lease: Lease, result: JobResult): Promise<void> {
  const job = await lockUnfinished(tx, lease.jobId, { token: lease.token });
  if (!job) return requireDoneBy(tx, lease);
  const kind = deps.kinds.get(job.kind);
  requireDeclared(kind, result);
  let credits = 0;
  for (const charge of await listCharges(tx, job.id)) {
    const settlement = {
      ...costOf(kind, charge, result.measured),
      accountId: job.account_id,
      chargeId: charge.chargeId,
    };
    credits += (await settleCharge({ db: tx, clock: deps.clock }, settlement)).credits;
  }
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
