import type { Log } from '../platform/log.ts';

export type Chore = { name: string; everyMs: number; run(): Promise<unknown> };

/**
 * Repeats each chore with a pause after it, so that a slow one never overlaps itself. Every node runs them:
 * each chore takes its rows with `skip locked` and is safe to run anywhere at any time.
 */
export function startHousekeeping(chores: Chore[], log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loops = chores.map((chore) => repeat(chore, stopping.signal, log));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function repeat(chore: Chore, stopping: AbortSignal, log: Log): Promise<void> {
  while (!stopping.aborted) {
    try {
      await chore.run();
    } catch (err) {
      log.error({ err, chore: chore.name }, 'a chore failed and will be tried again');
    }
    await pause(chore.everyMs, stopping);
  }
}

function pause(ms: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      stopping.removeEventListener('abort', done);
      resolve();
    }
    stopping.addEventListener('abort', done);
    if (stopping.aborted) done();
  });
}
