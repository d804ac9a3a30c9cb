import { ChargeAlreadyReleased, settleCharge } from '../../money/ledger/index.ts';
import { billableQuantity, CREDITS_PER_UNIT } from '../../money/pricing/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { discardObjects, type Storage } from '../../platform/storage/index.ts';
import { markDelivered } from '../provenance/index.ts';
import { requireDeclared } from './check-result.ts';
import { mediaOf, provenanceIdOf } from './describe-output.ts';
import { endJob, type JobDeps } from './end-job.ts';
import { LeaseLost, OutputMissing, ProductRefused } from './errors.ts';
import { failJob } from './fail-job.ts';
import type { JobResult, Lease, Measured } from './job.ts';
import { storedAt } from './kinds.ts';
import { type JobCharge, lockUnfinished } from './queries/finish.ts';
import { findLeasedJob } from './queries/read.ts';
import { coverMeasured, failIfRefused } from './reserve-measured.ts';

/**
 * Settles and completes in one transaction, so that an output is available only if it is paid for. Repeating the call, as
 * a worker does that missed the response, changes nothing. A job that costs more than the account can pay fails and is
 * refunded. So does one whose product is of no use.
 */
export async function completeJob(
  deps: JobDeps & { storage: Storage },
  lease: Lease,
  result: JobResult,
): Promise<void> {
  const kept = await requireUploaded(deps, lease, result);
  try {
    await failIfRefused(deps, lease, () =>
      deps.db.transaction().execute((tx) => complete(deps, tx, lease, result)),
    );
  } catch (error) {
    if (error instanceof ProductRefused) {
      await failJob(deps, lease, { ...error.failure, final: true });
      await discardObjects(deps, kept);
    }
    if (!(error instanceof ChargeAlreadyReleased)) throw error;
    // The reservation has expired, so the output must not be delivered.
    await failJob(deps, lease, {
      error: 'The job ran longer than its credits can be held. Nothing was charged.',
      errorCode: 'reservation_expired',
      final: true,
    });
  }
}

/** Returns the keys of files that outlive the job. */
async function requireUploaded(
  { db, kinds, storage }: JobDeps & { storage: Storage },
  lease: Lease,
  { outputs }: JobResult,
): Promise<string[]> {
  if (outputs.length === 0) return [];
  const job = await findLeasedJob(db, lease.jobId);
  if (!job) throw new LeaseLost();
  const kind = kinds.get(job.kind);
  for (const { name } of outputs)
    if (!(await storage.head(storedAt(kind, lease, name)))) throw new OutputMissing(name);
  const kept = outputs.filter(({ name }) => kind.outputs[name]?.keptAs);
  return kept.map(({ name }) => storedAt(kind, lease, name));
}

async function complete(deps: JobDeps, tx: Tx, lease: Lease, result: JobResult): Promise<void> {
  const job = await lockUnfinished(tx, lease.jobId, { token: lease.token });
  if (!job) return requireDoneBy(tx, lease);
  const kind = deps.kinds.get(job.kind);
  requireDeclared(kind, result);
  const charges = await coverMeasured({ tx, clock: deps.clock, kind }, job, result.measured);
  const credits = await settle({ db: tx, clock: deps.clock }, job.account_id, charges, result.measured);
  await endJob(deps, tx, {
    status: 'completed',
    jobId: job.id,
    lease,
    outputs: result.outputs,
    durationSeconds: result.durationSeconds ?? null,
    width: result.width ?? null,
    height: result.height ?? null,
    product: result.product,
    credits,
    refundedMicros: 0,
    refundedCents: 0,
    now: deps.clock.now(),
  });
  const ids = mediaOf(kind, result.outputs).map(({ name }) => provenanceIdOf(lease, name));
  await markDelivered(tx, ids, deps.clock.now());
}

async function requireDoneBy(tx: Tx, { jobId, token }: Lease): Promise<void> {
  const job = await findLeasedJob(tx, jobId);
  if (job?.outputs_of !== token) throw new LeaseLost();
}

/** Splits the measured quantity over the charges in their order. A unit that was not measured costs its reservation. */
async function settle(
  deps: { db: Tx; clock: Clock },
  accountId: string,
  charges: readonly JobCharge[],
  measured: Measured,
): Promise<number> {
  const left = new Map(Object.entries(measured).map(([unit, found]) => [unit, billableQuantity(found)]));
  let total = 0;
  for (const { unit, chargeId, quantity: reserved, ...charge } of charges) {
    const wanted = left.get(unit);
    const quantity = wanted === undefined ? reserved : Math.min(wanted, reserved);
    const credits = wanted === undefined ? charge.credits : quantity * CREDITS_PER_UNIT[unit];
    if (wanted !== undefined) left.set(unit, wanted - quantity);
    total += (await settleCharge(deps, { accountId, chargeId, credits, quantity })).credits;
  }
  return total;
}
