import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Log } from '../log.ts';
import type { AnyJob, JobContext } from './define-job.ts';
import { exhaustedQueue } from './ensure-queues.ts';

export type Runner = {
  job: AnyJob;
  concurrency: number;
  run(envelope: unknown, context: JobContext): Promise<void>;
  onExhausted?(envelope: unknown, context: JobContext): Promise<void>;
};

/** NOTIFY wakes a worker at once; this finds retries that have become due, and what a lost NOTIFY left. */
const POLL_SECONDS = 2;

export async function runWorkers(boss: PgBoss, runners: Runner[], log: Log): Promise<void> {
  for (const { job, concurrency, run, onExhausted } of runners) {
    for (let worker = 0; worker < concurrency; worker += 1) await work(boss, job.name, run, log);
    if (onExhausted) await work(boss, exhaustedQueue(job), onExhausted, log);
  }
}

async function work(boss: PgBoss, queue: string, run: Runner['run'], log: Log): Promise<void> {
  const options = {
    includeMetadata: true,
    pollingIntervalSeconds: POLL_SECONDS,
    notifyPollingIntervalSeconds: POLL_SECONDS,
  } as const;
  let workerId = '';
  workerId = await boss.work(queue, options, async (jobs: JobWithMetadata[]) => {
    // There may be more: without this the worker would sleep a poll after each job.
    boss.notifyWorker(workerId);
    for (const job of jobs) await runOne(job, run, log);
  });
}

async function runOne(job: JobWithMetadata, run: Runner['run'], log: Log): Promise<void> {
  const attempt = job.retryCount + 1;
  const jobLog = log.child({ job: job.name, jobId: job.id, attempt });
  try {
    await run(job.data, { id: job.id, attempt, signal: job.signal, log: jobLog });
  } catch (error) {
    const isLast = job.retryCount >= job.retryLimit;
    if (isLast) jobLog.error({ err: error }, 'a job failed for good');
    else jobLog.warn({ err: error }, 'a job failed and will be tried again');
    throw error;
  }
}
