import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { inParallel, type Storage } from '../../platform/storage/index.ts';
import { claimCleanups, type DueCleanup, finishCleanups } from './queries/sweep.ts';

type Deps = { db: Db; clock: Clock; storage: Storage };

const OUTPUT_RETENTION_MS = 30 * 24 * 3_600_000;
/** Must exceed the time a batch takes. */
const CLAIMED_FOR_MS = 10 * 60_000;
const BATCH = 500;

/**
 * Deletes files of finished jobs: first uploads and files of lost leases, after 30 days everything; of internal
 * jobs everything at once. Updates the rows last,
 * so that after a crash the next sweep still finds every object.
 */
export async function sweepJobFiles({ db, clock, storage }: Deps): Promise<number> {
  const now = clock.now();
  const until = new Date(now.getTime() + CLAIMED_FOR_MS);
  const expiredBefore = new Date(now.getTime() - OUTPUT_RETENTION_MS);
  const jobs = await claimCleanups(db, { now, until, limit: BATCH });
  const keys = jobs.flatMap((job) => job.upload_keys);
  await inParallel(jobs, async (job) => {
    for await (const key of storage.list(`jobs/${job.id}/`))
      if (job.internal || job.finished_at < expiredBefore || !isResult(job, key)) keys.push(key);
  });
  await storage.delete(keys);
  await finishCleanups(
    db,
    jobs.map(({ id }) => id),
    { expiredBefore, keptMs: OUTPUT_RETENTION_MS },
  );
  return jobs.length;
}

/** Whether the lease that completed the job wrote this file. */
function isResult({ id, outputs_of }: DueCleanup, key: string): boolean {
  return outputs_of !== null && key.startsWith(`jobs/${id}/${outputs_of}/`);
}
