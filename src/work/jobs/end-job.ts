import { type ClosedCharge, releaseCharge } from '../../money/ledger/index.ts';
import { centsOf } from '../../money/pricing/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Queue } from '../../platform/queue/index.ts';
import {
  announceEvent,
  batchCompleted,
  type EventPayload,
  videoCompleted,
  videoFailed,
} from '../webhooks/index.ts';
import type { OutputUrl } from './describe-job.ts';
import type { JobRow } from './job.ts';
import { batchMetrics } from './metrics.ts';
import { type Finish, finishBatchIfLast, finishJob, listCharges } from './queries/finish.ts';

export type JobDeps = {
  db: Db;
  clock: Clock;
  log: Log;
  /** Events are sent in the transaction that ends the job, so that an end is announced exactly when it is one. */
  queue: Pick<Queue, 'send'>;
  outputUrl: OutputUrl;
};

/** Gives everything back, and ends it as failed or canceled. The row is locked by the caller. */
export async function endUnpaid(
  deps: JobDeps,
  tx: Tx,
  job: JobRow,
  outcome: { status: 'failed'; error: string; errorCode: string } | { status: 'canceled' },
): Promise<JobRow> {
  const closed: ClosedCharge[] = [];
  for (const { chargeId } of await listCharges(tx, job.id))
    closed.push(await releaseCharge({ db: tx, clock: deps.clock }, { accountId: job.account_id, chargeId }));
  const refundedMicros = closed.reduce((sum, charge) => sum + charge.refundedMicros, 0);
  return endJob(deps, tx, { ...outcome, jobId: job.id, credits: 0, refundedMicros, now: deps.clock.now() });
}

/** The end itself, its announcement, and the end of its batch when it was the last of it. */
export async function endJob(deps: JobDeps, tx: Tx, finish: Finish): Promise<JobRow> {
  const job = await finishJob(tx, finish);
  const { queue, clock } = deps;
  const payload = eventOf(deps, job);
  if (payload)
    await announceEvent({ tx, queue, clock }, { accountId: job.account_id, url: job.webhook_url, payload });
  if (job.batch_id !== null) await endBatchIfLast(deps, tx, job.batch_id, finish.now);
  return job;
}

function eventOf(deps: JobDeps, job: JobRow): EventPayload | null {
  const { id, status } = job;
  if (status === 'completed')
    return videoCompleted({ id, outputUrl: deps.outputUrl(job), durationSeconds: job.duration_seconds ?? 0 });
  if (status === 'failed')
    return videoFailed({ id, error: job.error ?? '', refundedCents: centsOf(job.refunded_micros) });
  // Whoever cancels knows it already.
  return null;
}

async function endBatchIfLast({ queue, clock }: JobDeps, tx: Tx, batchId: string, now: Date): Promise<void> {
  const batch = await finishBatchIfLast(tx, batchId, now);
  if (!batch) return;
  const { account_id: accountId, webhook_url: url } = batch;
  await announceEvent(
    { tx, queue, clock },
    { accountId, url, payload: batchCompleted({ id: batchId, ...batchMetrics(batch) }) },
  );
}
