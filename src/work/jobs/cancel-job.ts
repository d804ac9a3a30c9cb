import type { Tx } from '../../platform/database/index.ts';
import { endUnpaid, type JobDeps } from './end-job.ts';
import { JobFinished, JobNotFound } from './errors.ts';
import type { JobRow } from './job.ts';
import { lockUnfinished } from './queries/finish.ts';
import { findJob } from './queries/read.ts';

/** Gives everything back at once; a worker that has it finds its lease gone at the next report. */
export async function cancelJob(deps: JobDeps, accountId: string, jobId: string): Promise<JobRow> {
  return deps.db.transaction().execute(async (tx) => {
    const job = await lockUnfinished(tx, jobId, { accountId });
    if (job) return endUnpaid(deps, tx, job, { status: 'canceled' });
    const ended = await findJob(tx, accountId, jobId);
    if (!ended) throw new JobNotFound();
    if (ended.status === 'canceled') return ended;
    throw new JobFinished(ended.status);
  });
}

/** For what turns out to be impossible when it is asked for. A job that a worker has taken meanwhile is left to it. */
export async function refuseJob(
  deps: JobDeps,
  tx: Tx,
  { accountId, jobId }: { accountId: string; jobId: string },
  failure: { error: string; errorCode: string },
): Promise<void> {
  const job = await lockUnfinished(tx, jobId, { accountId });
  if (job?.status === 'queued') await endUnpaid(deps, tx, job, { status: 'failed', ...failure });
}
