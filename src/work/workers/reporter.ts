import type { Log } from '../../platform/log.ts';
import { type LeasedJob, LeaseLost, type Progress } from '../jobs/index.ts';
import type { JobSource } from './source.ts';

/** Short enough that one lost heartbeat does not lose the lease. */
const HEARTBEAT_MS = 8_000;
/** Progress can change with every frame. */
const MIN_INTERVAL_MS = 500;

/** Reports progress at most twice a second, sends heartbeats in between, and detects a lost lease. */
export function createReporter(source: Pick<JobSource, 'report'>, job: LeasedJob, log: Log) {
  const lost = new AbortController();
  let unsent: Progress = {};
  let sending = false;
  let timer: NodeJS.Timeout | undefined;
  let sentAt = performance.now();

  const schedule = (): void => {
    clearTimeout(timer);
    if (lost.signal.aborted || sending) return;
    const dueMs = Object.keys(unsent).length > 0 ? MIN_INTERVAL_MS : HEARTBEAT_MS;
    timer = setTimeout(() => void send(), Math.max(0, sentAt + dueMs - performance.now()));
  };

  async function send(): Promise<void> {
    const progress = unsent;
    unsent = {};
    sending = true;
    sentAt = performance.now();
    try {
      await source.report(job, progress);
    } catch (err) {
      if (err instanceof LeaseLost) lost.abort(err);
      // The next heartbeat tries again. If none gets through, the lease expires.
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
      unsent = { ...unsent, ...progress };
      if (!stopped) schedule();
    },
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
