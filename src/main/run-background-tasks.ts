import { setImmediate as turn } from 'node:timers/promises';
import { runAs } from '../platform/event-loop-watch/index.ts';
import type { Log } from '../platform/log.ts';
import type { Hold } from './open-hold.ts';

/** Every node runs every task, so each must be safe to run concurrently: sweeps take rows with `skip locked`. */
export type BackgroundTask = {
  name: string;
  everyMs: number;
  /** Reaches people or payment providers, which a restored copy must not do by itself. */
  outward?: true;
} & (
  | { drain?: never; run(stopping: AbortSignal): Promise<unknown> }
  /** `run` handles one batch and returns its size. It is called again at once until nothing is due. */
  | { drain: true; run(stopping: AbortSignal): Promise<number> }
);

/** Runs each task repeatedly, with a pause after each run, so that a slow task never overlaps itself. */
export function runBackgroundTasks(
  tasks: readonly BackgroundTask[],
  { log, hold }: { log: Log; hold: Pick<Hold, 'isHeld'> },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loops = tasks.map((task) =>
    runAs({ name: `task ${task.name}` }, () => repeat(task, stopping.signal, { log, hold })),
  );
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function repeat(
  task: BackgroundTask,
  stopping: AbortSignal,
  { log, hold }: { log: Log; hold: Pick<Hold, 'isHeld'> },
): Promise<void> {
  while (!stopping.aborted) {
    try {
      if (!(task.outward && hold.isHeld())) await runOnce(task, stopping);
    } catch (err) {
      log.error({ err, task: task.name }, 'background task failed; it will be retried');
    }
    await pause(task.everyMs, stopping);
  }
}

async function runOnce(task: BackgroundTask, stopping: AbortSignal): Promise<void> {
  if (!task.drain) {
    await task.run(stopping);
    return;
  }
  // Yields between batches, so that waiting requests reach the database first.
  while ((await task.run(stopping)) > 0 && !stopping.aborted) await turn();
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
