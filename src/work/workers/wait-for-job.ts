import { createWakeup } from '../../platform/wakeup.ts';
import type { JobWatch, LeasedJob } from '../jobs/index.ts';

/** Polling finds retries that came due, and jobs whose notification was lost. */
const POLL_MS = 2_000;

/** Tries to lease a job, and tries again whenever one becomes ready, for at most `ms`. */
export async function waitForJob(
  watch: JobWatch,
  lease: () => Promise<LeasedJob | null>,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<LeasedJob | null> {
  const endsAt = performance.now() + ms;
  const wakeup = createWakeup(signal);
  // Listens before the first try, so that a job that becomes ready in between is not missed.
  const stop = watch.onReady(wakeup.wake);
  try {
    for (;;) {
      const job = await lease();
      const leftMs = endsAt - performance.now();
      if (job || leftMs <= 0 || signal.aborted) return job;
      await wakeup.wait(Math.min(leftMs, POLL_MS));
    }
  } finally {
    stop();
  }
}
