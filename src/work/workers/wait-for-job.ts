import type { JobWatch, LeasedJob } from '../jobs/index.ts';

/** Looks, and looks again when something became ready or the time is over. */
export async function waitForJob(
  watch: JobWatch,
  look: () => Promise<LeasedJob | null>,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<LeasedJob | null> {
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  // Before the first look, so that nothing can come between the two.
  const stop = watch.onReady(resolve);
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  try {
    const found = await look();
    if (found || signal.aborted) return found;
    await ready;
    return signal.aborted ? null : await look();
  } finally {
    stop();
    clearTimeout(timer);
  }
}
