import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 1_000;
/** A process that has just started is not busy yet. */
const SETTLE_MS = 4_000;
/** What is idle here on average is idle for the whole run. */
const IDLE_SHARE = 0.05;
const MOST_PER_CORE = 4;
const FREE_BYTES = 3 * 2 ** 30;

/**
 * Runs tasks in order, as many at a time as keep the processors busy: tests wait for timers, databases and processes, some
 * of them most of the time. At least one runs per processor, and no further one starts where memory is short.
 */
export async function runBusy(tasks: (() => Promise<void>)[]): Promise<void> {
  const cores = availableParallelism();
  const running = new Set<Promise<void>>();
  let startedMs = 0;
  let times = readTimes();
  const queue = [...tasks];
  while (queue.length > 0) {
    const before = times;
    times = readTimes();
    tellStall(times.atMs - before.atMs);
    const idle = (times.idle - before.idle) / Math.max(1, times.all - before.all);
    const mayAdd =
      idle > IDLE_SHARE &&
      times.atMs - startedMs > SETTLE_MS &&
      running.size < MOST_PER_CORE * cores &&
      process.availableMemory() > FREE_BYTES;
    for (let free = Math.max(cores - running.size, mayAdd ? 1 : 0); free > 0; free -= 1) {
      const task = queue.shift();
      if (!task) break;
      const run: Promise<void> = task().finally(() => running.delete(run));
      running.add(run);
      startedMs = times.atMs;
    }
    await Promise.race([delay(LOOK_EVERY_MS), ...running]);
  }
  await Promise.all(running);
}

/** A machine that stood still explains tests that waited in vain. */
function tellStall(passedMs: number): void {
  if (passedMs < 3 * LOOK_EVERY_MS) return;
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(`The machine stood still for ${Math.round(passedMs / 1_000)} s. Load: ${load.join(', ')}`);
}

function readTimes(): { idle: number; all: number; atMs: number } {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
  return {
    idle: sum(times.map(({ idle }) => idle)),
    all: sum(times.flatMap((time) => Object.values(time))),
    atMs: performance.now(),
  };
}
