import { createWakeup } from '../../platform/wakeup.ts';
import type { JobWatch, LeasedJob } from '../jobs/index.ts';

/** Finds retries that became due, and jobs whose notification was lost. */
const POLL_MS = 2_000;

/** Tries to lease a job, and again whenever one becomes ready, until the time is over. */
export async function waitForJob(
  watch: JobWatch,
  lease: () => Promise<LeasedJob | null>,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<LeasedJob | null> {
  const endsAt = performance.now() + ms;
  const wakeup = createWakeup(signal);
  // Before the first look, so that no job can become ready between the two.
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
