import { type ClosedCharge, releaseCharge } from '../../money/ledger/index.ts';
import { centsOf } from '../../money/pricing/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Queue } from '../../platform/queue/index.ts';
import { announceEvent, BATCH_COMPLETED, type EventPayload } from '../webhooks/index.ts';
import type { OutputUrl } from './describe-job.ts';
import type { JobRow } from './job.ts';
import type { EndedJob, JobKinds } from './kinds.ts';
import { batchMetrics } from './metrics.ts';
import { type Finish, finishBatchIfLast, finishJob, listCharges } from './queries/finish.ts';

export type JobDeps = {
  db: Db;
  clock: Clock;
  log: Log;
  kinds: JobKinds;
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
  await announceEnd(deps, tx, job);
  if (job.batch_id !== null) await endBatchIfLast(deps, tx, job.batch_id);
  return job;
}

export async function announceEnd(deps: JobDeps, tx: Tx, job: EndedRow): Promise<void> {
  const payload = eventOf(deps, job);
  if (!payload) return;
  const { queue, clock } = deps;
  const { id: subjectId, account_id: accountId, webhook_url: url } = job;
  await announceEvent({ tx, queue, clock }, { accountId, subjectId, url, orDefault: true, payload });
}

export type EndedRow = Pick<
  JobRow,
  'id' | 'account_id' | 'kind' | 'status' | 'duration_seconds' | 'error' | 'refunded_micros' | 'webhook_url'
>;

/** Null for a canceled job: whoever canceled it knows. */
export function eventOf(deps: Pick<JobDeps, 'kinds' | 'outputUrl'>, job: EndedRow): EventPayload | null {
  const kind = deps.kinds.get(job.kind);
  const ended: EndedJob = {
    id: job.id,
    outputUrl: (path) => deps.outputUrl(job, path),
    durationSeconds: job.duration_seconds,
    error: job.error ?? '',
    refundedCents: centsOf(job.refunded_micros),
  };
  if (job.status === 'completed') return kind.completed.payload(ended);
  return job.status === 'failed' ? kind.failed.payload(ended) : null;
}

export async function endBatchIfLast({ queue, clock }: JobDeps, tx: Tx, batchId: string): Promise<void> {
  const batch = await finishBatchIfLast(tx, batchId, clock.now());
  if (!batch) return;
  const { account_id: accountId, webhook_url: url } = batch;
  const payload = BATCH_COMPLETED.payload({ id: batchId, status: 'COMPLETED', metrics: batchMetrics(batch) });
  await announceEvent(
    { tx, queue, clock },
    { accountId, subjectId: batchId, url, orDefault: false, payload },
  );
}
