import { setTimeout as sleep } from 'node:timers/promises';
import type { Storage } from '../../platform/storage/index.ts';
import {
  cancelInternalJob,
  createInternalJob,
  forgetInternalJob,
  type JobDeps,
  type JobWatch,
} from '../jobs/index.ts';
import { type Ended, waitForEnd } from './wait-for-end.ts';

// A call to a worker that a request waits for: an internal job is enqueued, a worker runs it, its result is taken, and
// nothing of it stays.

export type CallDeps = JobDeps & { storage: Storage; watch: JobWatch };

type CallOrder = Omit<Parameters<typeof createInternalJob>[1], 'expiresAt'>;

/** A worker must begin within this, and end within the other. */
const CLAIM_MS = 30_000;
const TOTAL_MS = 150_000;
const CROWDED_MS = 200;

/** The id of the job. Null if the account had too many of its kind for as long as a worker may take to begin. */
export async function enqueueCall(
  deps: CallDeps,
  order: CallOrder,
  signal: AbortSignal,
): Promise<string | null> {
  const startedMs = deps.clock.now().getTime();
  for (;;) {
    signal.throwIfAborted();
    const nowMs = deps.clock.now().getTime();
    const jobId = await createInternalJob(deps, { ...order, expiresAt: new Date(nowMs + TOTAL_MS) });
    if (jobId !== null) return jobId;
    if (nowMs - startedMs >= CLAIM_MS) return null;
    await sleep(CROWDED_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** Waits until it has ended, and lets `take` read the result. Whatever happens, nothing of it stays. */
export async function collectCall<Result>(
  deps: CallDeps,
  jobId: string,
  signal: AbortSignal,
  take: (ended: Ended) => Promise<Result>,
): Promise<Result> {
  let isOver = false;
  try {
    const ended = await waitForEnd(deps, jobId, { claimMs: CLAIM_MS, signal });
    isOver = ended.outcome === 'completed' || ended.outcome === 'failed';
    return await take(ended);
  } finally {
    await cleanUp(deps, jobId, isOver);
  }
}

/** If this fails, the sweep does it. */
async function cleanUp(deps: CallDeps, jobId: string, isOver: boolean): Promise<void> {
  try {
    if (!isOver) await cancelInternalJob(deps, jobId);
    await forgetInternalJob(deps, jobId);
  } catch (err) {
    deps.log.warn({ err, job_id: jobId }, 'an internal job is left for the sweep');
  }
}
