import type { Db } from '../../platform/database/index.ts';
import { createWakeup } from '../../platform/wakeup.ts';
import { isFinished, type JobRow } from './job.ts';
import { readJob } from './read-jobs.ts';
import type { JobWatch } from './watch-jobs.ts';

type Deps = { db: Db; watch: JobWatch; view(job: JobRow): object };

/** Some proxies close a connection that is silent for a minute or less. */
const COMMENT_EVERY_MS = 15_000;

/**
 * Sends a snapshot, progress, and one final event. The id of an event is the job's version; the final event has the one
 * after it, since a finished job never changes again. A client that resumes with the last id it received therefore
 * misses nothing. Changes between two reads are sent as one.
 */
export async function* streamEvents(
  deps: Deps,
  accountId: string,
  jobId: string,
  { after, signal }: { after: number | null; signal: AbortSignal },
): AsyncGenerator<string> {
  const wakeup = createWakeup(signal);
  const stop = deps.watch.onChange(jobId, wakeup.wake);
  try {
    let sent = after;
    for (;;) {
      const job = await readJob(deps.db, accountId, jobId);
      // An id beyond the job's last one was not sent by us: start over.
      if (sent !== null && sent > finalId(job)) sent = null;
      if (sent === null) yield eventOf(deps, job, job.version, 'snapshot');
      else if (!isFinished(job) && job.version > sent) yield eventOf(deps, job, job.version, 'progress');
      if (isFinished(job)) {
        if (sent === null || sent < finalId(job)) yield eventOf(deps, job, finalId(job), job.status);
        return;
      }
      sent = job.version;
      if (signal.aborted) return;
      if ((await wakeup.wait(COMMENT_EVERY_MS)) === 'timeout') yield ': still here\n\n';
    }
  } finally {
    stop();
  }
}

/** Whether a client with this last id has received everything. */
export function isFinalId(job: JobRow, id: number | null): boolean {
  return isFinished(job) && id === finalId(job);
}

function finalId({ version }: JobRow): number {
  return version + 1;
}

function eventOf(deps: Deps, job: JobRow, id: number, name: string): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(deps.view(job))}\n\n`;
}
