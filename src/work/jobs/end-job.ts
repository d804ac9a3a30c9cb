import { type ClosedCharge, releaseCharge } from '../../money/ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import {
  type AnnouncedEvent,
  type Announcement,
  announceEvents,
  BATCH_COMPLETED,
  type EventPayload,
} from '../webhooks/index.ts';
import type { OutputUrl } from './describe-job.ts';
import type { JobRow } from './job.ts';
import type { EndedJob, JobKinds } from './kinds.ts';
import { batchMetrics } from './metrics.ts';
import { type Finish, finishBatchIfLast, finishJob, listCharges } from './queries/finish.ts';
import { findJob } from './queries/read.ts';

export type JobDeps = {
  db: Db;
  clock: Clock;
  log: Log;
  kinds: JobKinds;
  outputUrl: OutputUrl;
};

/** Releases all charges and ends the job as failed or canceled. The caller must hold the row lock. */
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
  const refundedCents = closed.reduce((sum, charge) => sum + charge.refundedCents, 0);
  const refund = { credits: 0, refundedMicros, refundedCents };
  return endJob(deps, tx, { ...outcome, ...refund, jobId: job.id, now: deps.clock.now() });
}

/** Ends the job and announces it. Also ends its batch if this was the last job. */
export async function endJob(deps: JobDeps, tx: Tx, finish: Finish): Promise<JobRow> {
  const job = await finishJob(tx, finish);
  const product = finish.status === 'completed' ? finish.product : null;
  await deps.kinds.get(job.kind).ended?.({ tx, clock: deps.clock }, job, product);
  await announceEnds(deps, tx, job.account_id, [job]);
  if (job.batch_id !== null) await endBatchIfLast(deps, tx, job.batch_id);
  return job;
}

export type EndedRow = Pick<
  JobRow,
  | 'id'
  | 'account_id'
  | 'kind'
  | 'status'
  | 'duration_seconds'
  | 'error'
  | 'refunded_cents'
  | 'webhook_url'
  | 'details'
>;

/** Runs in the transaction that ends the jobs, so that events are sent only if it commits. */
export async function announceEnds(
  deps: JobDeps,
  tx: Tx,
  accountId: string,
  jobs: readonly EndedRow[],
): Promise<void> {
  const announcements = jobs.flatMap((job) => {
    const to = { subjectId: job.id, url: job.webhook_url, orDefault: true };
    return eventsOf(deps, job).map((event) => ({ ...to, ...event }));
  });
  await announceEvents({ tx, clock: deps.clock }, accountId, announcements);
}

type EventDeps = Pick<JobDeps, 'kinds' | 'outputUrl'>;

/** Rebuilds the event of a finished job with new signed URLs. */
export async function renewPayload(
  deps: EventDeps,
  db: Db,
  { accountId, subjectId, event }: AnnouncedEvent,
): Promise<EventPayload | null> {
  const job = await findJob(db, accountId, subjectId);
  const events = job ? eventsOf(deps, job) : [];
  return events.find(({ payload }) => payload.event === event)?.payload ?? null;
}

/** None for a canceled job: the customer canceled it and needs no event. */
function eventsOf(deps: EventDeps, job: EndedRow): Pick<Announcement, 'payload' | 'onlyWith'>[] {
  if (job.status !== 'completed' && job.status !== 'failed') return [];
  const kind = deps.kinds.get(job.kind);
  const ended: EndedJob = {
    id: job.id,
    details: job.details,
    outputUrl: (path) => deps.outputUrl(job, path),
    durationSeconds: job.duration_seconds,
    error: job.error ?? '',
    refundedCents: job.refunded_cents,
  };
  const event = kind[job.status];
  const { besides } = kind;
  return [
    ...(event ? [{ payload: event.payload(ended) }] : []),
    ...(besides ? [{ payload: besides[job.status].payload(ended), onlyWith: besides.setting }] : []),
  ];
}

export async function endBatchIfLast({ clock }: JobDeps, tx: Tx, batchId: string): Promise<void> {
  const batch = await finishBatchIfLast(tx, batchId, clock.now());
  if (!batch) return;
  const payload = BATCH_COMPLETED.payload({ id: batchId, status: 'COMPLETED', metrics: batchMetrics(batch) });
  const announcement = { subjectId: batchId, url: batch.webhook_url, orDefault: false, payload };
  await announceEvents({ tx, clock }, batch.account_id, [announcement]);
}
