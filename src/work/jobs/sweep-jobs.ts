import type { Tx } from '../../platform/database/index.ts';
import { MAX_WAIT_MS } from './create-job.ts';
import { endUnpaid, type JobDeps } from './end-job.ts';
import { failLocked } from './fail-job.ts';
import { dropIdleTurns, lockAbandoned, lockExpired, lockStale } from './queries/sweep.ts';

const BATCH = 50;
const TURN_RETENTION_MS = 24 * 3_600_000;

/** Requeues jobs of dead workers. After its last attempt a job fails and its charges are released. */
export async function recoverLostJobs(deps: JobDeps): Promise<number> {
  const now = deps.clock.now();
  return repeat(deps, async (tx) => {
    const job = await lockExpired(tx, now);
    if (!job) return false;
    await failLocked(deps, tx, job, {
      error: 'The worker stopped before the job was done. Nothing was charged; try again.',
      errorCode: 'worker_lost',
      final: false,
    });
    return true;
  });
}

/** Fails jobs that no worker took within a day, and drops the turns of idle accounts. */
export async function failStaleJobs(deps: JobDeps): Promise<number> {
  const now = deps.clock.now().getTime();
  const failed = await repeat(deps, async (tx) => {
    const job = await lockStale(tx, new Date(now - MAX_WAIT_MS));
    if (!job) return false;
    await endUnpaid(deps, tx, job, {
      status: 'failed',
      error: 'No worker was free to run the job within a day. Nothing was charged.',
      errorCode: 'no_worker',
    });
    return true;
  });
  await dropIdleTurns(deps.db, new Date(now - TURN_RETENTION_MS));
  return failed;
}

/** Cancels internal jobs whose callers are gone, as after a crash of their server. */
export async function cancelAbandonedJobs(deps: JobDeps): Promise<number> {
  const now = deps.clock.now();
  return repeat(deps, async (tx) => {
    const job = await lockAbandoned(tx, now);
    if (!job) return false;
    await endUnpaid(deps, tx, job, { status: 'canceled' });
    return true;
  });
}

/** Uses one transaction per job, so that a large backlog does not block other work. */
async function repeat({ db }: JobDeps, step: (tx: Tx) => Promise<boolean>): Promise<number> {
  for (let done = 0; done < BATCH; done += 1) if (!(await db.transaction().execute(step))) return done;
  return BATCH;
}
