import { parentPort, workerData } from 'node:worker_threads';

/** Timers of an event loop are a millisecond coarse; a thread that sleeps on its own is not. */
const { startsAt, everyMs, count } = workerData as { startsAt: number; everyMs: number; count: number };
const never = new Int32Array(new SharedArrayBuffer(4));

for (let index = 0; index < count; index += 1) {
  const dueAt = startsAt + index * everyMs;
  const waitMs = dueAt - (performance.timeOrigin + performance.now());
  if (waitMs > 0) Atomics.wait(never, 0, 0, waitMs);
  parentPort?.postMessage(dueAt);
}
