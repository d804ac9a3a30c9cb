import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { createWakeup } from '../../platform/wakeup.ts';
import { type InternalJob, type JobWatch, readInternalJob } from '../jobs/index.ts';

/** Finds what no notification tells of: a worker that is gone, a deadline, a lost notification. */
const POLL_MS = 1_000;

export type Waiting = { db: Db; clock: Clock; watch: JobWatch };

/** How the wait ended. `unclaimed`: no worker was free. `lost`: the worker is gone, or took too long. */
export type Ended = { outcome: 'completed' | 'failed' | 'lost' | 'unclaimed'; job: InternalJob | undefined };

export async function waitForEnd(
  { db, clock, watch }: Waiting,
  jobId: string,
  { claimMs, signal }: { claimMs: number; signal: AbortSignal },
): Promise<Ended> {
  const wakeup = createWakeup(signal);
  // Listens before the first look, so that no change in between is missed.
  const stop = watch.onChange(jobId, wakeup.wake);
  try {
    for (;;) {
      signal.throwIfAborted();
      const job = await readInternalJob(db, jobId);
      const outcome = outcomeOf(job, clock.now().getTime(), claimMs);
      if (outcome) return { outcome, job };
      await wakeup.wait(POLL_MS);
    }
  } finally {
    stop();
  }
}

function outcomeOf(job: InternalJob | undefined, nowMs: number, claimMs: number): Ended['outcome'] | null {
  if (job?.status === 'completed') return 'completed';
  if (job?.status === 'queued') return nowMs >= job.created_at.getTime() + claimMs ? 'unclaimed' : null;
  if (job?.status !== 'processing') return 'failed';
  const endsMs = Math.min(job.expires_at.getTime(), job.lease_until?.getTime() ?? 0);
  return nowMs >= endsMs ? 'lost' : null;
}
