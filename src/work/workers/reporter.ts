import type { Log } from '../../platform/log.ts';
import { type LeasedJob, LeaseLost, type Progress } from '../jobs/index.ts';
import type { JobSource } from './source.ts';

/** Well within a lease, so that one lost report does not cost the job. */
const HEARTBEAT_MS = 8_000;
/** Frames come by the hundred; nobody watches more often than this. */
const MOST_OFTEN_MS = 500;

/** Tells the source how far the job is, at most twice a second and at least every few; notices when it is lost. */
export function createReporter(source: Pick<JobSource, 'report'>, job: LeasedJob, log: Log) {
  const lost = new AbortController();
  let news: Progress = {};
  let sending = false;
  let timer: NodeJS.Timeout | undefined;
  let sentAt = performance.now();

  const schedule = (): void => {
    clearTimeout(timer);
    if (lost.signal.aborted || sending) return;
    const dueMs = Object.keys(news).length > 0 ? MOST_OFTEN_MS : HEARTBEAT_MS;
    timer = setTimeout(() => void send(), Math.max(0, sentAt + dueMs - performance.now()));
  };

  async function send(): Promise<void> {
    const told = news;
    news = {};
    sending = true;
    sentAt = performance.now();
    try {
      await source.report(job, told);
    } catch (err) {
      if (err instanceof LeaseLost) lost.abort(err);
      // The next heartbeat tries again; if none gets through, the lease ends by itself.
      else log.warn({ err }, 'progress could not be reported');
    }
    sending = false;
    if (!stopped) schedule();
  }

  let stopped = false;
  schedule();
  return {
    lost: lost.signal,
    report(progress: Progress): void {
      news = { ...news, ...progress };
      if (!stopped) schedule();
    },
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
