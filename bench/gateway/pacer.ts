import { parentPort, workerData } from 'node:worker_threads';

/** Timers have millisecond resolution; a sleeping thread is more precise. */
const { startsAt, everyMs, count } = workerData as { startsAt: number; everyMs: number; count: number };
const never = new Int32Array(new SharedArrayBuffer(4));

for (let index = 0; index < count; index += 1) {
  const dueAt = startsAt + index * everyMs;
  const waitMs = dueAt - (performance.timeOrigin + performance.now());
  if (waitMs > 0) Atomics.wait(never, 0, 0, waitMs);
  parentPort?.postMessage(dueAt);
}
