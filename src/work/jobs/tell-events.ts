import type { Db } from '../../platform/database/index.ts';
import { isFinished, type JobRow } from './job.ts';
import { readJob } from './read-jobs.ts';
import type { JobWatch } from './watch-jobs.ts';

type Deps = { db: Db; watch: JobWatch; view(job: JobRow): object };

/** Proxies close what is silent for a minute or less. */
const COMMENT_EVERY_MS = 15_000;

/**
 * A snapshot, progress, and one end. The id is the job's version: who comes back with it hears only what came after.
 * Between two looks many changes may lie; the newest state is told, and the end never lost.
 */
export async function* tellEvents(
  deps: Deps,
  accountId: string,
  jobId: string,
  { after, signal }: { after: number | null; signal: AbortSignal },
): AsyncGenerator<string> {
  const bell = createBell(signal);
  const stop = deps.watch.onChange(jobId, bell.ring);
  try {
    let told = after;
    for (;;) {
      const job = await readJob(deps.db, accountId, jobId);
      if (told === null || job.version > told) {
        yield eventOf(deps, job, told === null ? 'snapshot' : 'progress');
        // A job that had ended before the first look is told in two: what it is, and that it has ended.
        if (told === null && isFinished(job)) yield eventOf(deps, job, job.status);
        told = job.version;
      }
      if (isFinished(job) || signal.aborted) return;
      if ((await bell.wait(COMMENT_EVERY_MS)) === 'silence') yield ': still here\n\n';
    }
  } finally {
    stop();
  }
}

function eventOf(deps: Deps, job: JobRow, name: string): string {
  const event = name === 'progress' && isFinished(job) ? job.status : name;
  return `id: ${job.version}\nevent: ${event}\ndata: ${JSON.stringify(deps.view(job))}\n\n`;
}

/** Remembers a ring that nobody waited for, so that no change falls between two looks. */
function createBell(signal: AbortSignal) {
  let rung = signal.aborted;
  let wake: (() => void) | undefined;
  const ring = (): void => {
    rung = true;
    wake?.();
  };
  signal.addEventListener('abort', ring, { once: true });
  return {
    ring,
    async wait(ms: number): Promise<'rung' | 'silence'> {
      if (!rung) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        wake = resolve;
        await promise;
        clearTimeout(timer);
        wake = undefined;
      }
      const heard = rung;
      rung = false;
      return heard ? 'rung' : 'silence';
    },
  };
}
