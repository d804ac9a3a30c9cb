import type { Tx } from '../../platform/database/index.ts';
import { endUnpaid, type JobDeps } from './end-job.ts';
import { JobFinished, JobNotFound } from './errors.ts';
import type { JobRow } from './job.ts';
import { lockUnfinished } from './queries/finish.ts';
import { findJob } from './queries/read.ts';

/** Releases all charges immediately. A worker that holds the job finds out at its next report. */
export async function cancelJob(deps: JobDeps, accountId: string, jobId: string): Promise<JobRow> {
  return deps.db.transaction().execute(async (tx) => {
    const job = await lockUnfinished(tx, jobId, { accountId });
    if (job) return endUnpaid(deps, tx, job, { status: 'canceled' });
    const existing = await findJob(tx, accountId, jobId);
    if (!existing) throw new JobNotFound();
    if (existing.status === 'canceled') return existing;
    throw new JobFinished(existing.status);
  });
}

/**
 * Cancels a job in the transaction that deletes what the job was for. `remove` runs between locking the job and ending
 * it: every transaction that ends a job takes the locks in this order, and what is gone is not announced.
 */
export async function cancelWith<Removed>(
  deps: JobDeps,
  tx: Tx,
  { accountId, jobId }: { accountId: string; jobId: string },
  remove: () => Promise<Removed>,
): Promise<Removed> {
  const job = await lockUnfinished(tx, jobId, { accountId });
  const removed = await remove();
  if (job) await endUnpaid(deps, tx, job, { status: 'canceled' });
  return removed;
}
