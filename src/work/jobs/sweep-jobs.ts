import { LONGEST_WAIT_MS } from './create-job.ts';
import { endUnpaid, type JobDeps } from './end-job.ts';
import { LeaseLost } from './errors.ts';
import { failJob } from './fail-job.ts';
import { lockUnfinished } from './queries/finish.ts';
import { dropIdleTurns, selectLost, selectStale } from './queries/lease.ts';

const BATCH = 50;
const TURNS_KEPT_MS = 24 * 3_600_000;

/** Jobs of workers that died go to others; after the last attempt they fail and everything is given back. */
export async function takeBackLostJobs(deps: JobDeps): Promise<number> {
  const lost = await selectLost(deps.db, deps.clock.now(), BATCH);
  for (const { id, lease_token } of lost) {
    const failure = {
      error: 'The worker stopped while it was rendering; nothing was charged. Try again.',
      errorCode: 'worker_lost',
      final: false,
    };
    await failJob(deps, { jobId: id, token: lease_token }, failure).catch((error: unknown) => {
      // It was heard of after all, or another node was quicker.
      if (!(error instanceof LeaseLost)) throw error;
    });
  }
  return lost.length;
}

/** No worker came for them in a day. */
export async function failStaleJobs(deps: JobDeps): Promise<number> {
  const now = deps.clock.now().getTime();
  const stale = await selectStale(deps.db, new Date(now - LONGEST_WAIT_MS), BATCH);
  for (const { id, account_id } of stale) {
    await deps.db.transaction().execute(async (tx) => {
      const job = await lockUnfinished(tx, id, { accountId: account_id });
      if (job?.status !== 'queued') return;
      await endUnpaid(deps, tx, job, {
        status: 'failed',
        error: 'No worker was free to render this within a day; nothing was charged.',
        errorCode: 'no_worker',
      });
    });
  }
  await dropIdleTurns(deps.db, new Date(now - TURNS_KEPT_MS));
  return stale.length;
}
