import { setTimeout as sleep } from 'node:timers/promises';

/** Together less than a lease: after that the job belongs to another worker. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000];

/** Repeats an idempotent call while its failure is one that may pass. */
export async function retryWhile<Result>(
  mayPass: (error: unknown) => boolean,
  call: () => Promise<Result>,
): Promise<Result> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await call();
    } catch (error) {
      if (!mayPass(error)) throw error;
      await sleep(pauseMs);
    }
  }
  return call();
}
