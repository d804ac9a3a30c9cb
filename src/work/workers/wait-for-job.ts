import type { JobWatch, LeasedJob } from '../jobs/index.ts';

/** Finds retries that became due, and what a lost notification left. */
const LOOK_EVERY_MS = 2_000;

/** Looks, and looks again when something became ready, until the time is over. */
export async function waitForJob(
  watch: JobWatch,
  look: () => Promise<LeasedJob | null>,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<LeasedJob | null> {
  const endsAt = performance.now() + ms;
  let wake: () => void = () => undefined;
  let rung = false;
  const ring = (): void => {
    rung = true;
    wake();
  };
  // Before the first look, so that nothing can come between the two.
  const stop = watch.onReady(ring);
  signal.addEventListener('abort', ring, { once: true });
  try {
    for (;;) {
      rung = false;
      const found = await look();
      const leftMs = endsAt - performance.now();
      if (found || leftMs <= 0 || signal.aborted) return found;
      if (!rung) await pause(Math.min(leftMs, LOOK_EVERY_MS));
    }
  } finally {
    stop();
    signal.removeEventListener('abort', ring);
  }

  async function pause(pauseMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, pauseMs);
    wake = resolve;
    await promise;
    clearTimeout(timer);
  }
}
