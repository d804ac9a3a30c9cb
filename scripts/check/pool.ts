import { availableParallelism } from 'node:os';

/** Tests wait for timers, databases and processes for half of their time. */
const PER_CORE = 2;
/** What a process with its engines, its service or its browser may take. */
const BYTES_EACH = 3 * 2 ** 30;

/** Runs tasks in order, several at a time: as many as keep the processors busy and fit into memory. */
export async function runSideBySide(tasks: (() => Promise<void>)[]): Promise<void> {
  const fitting = Math.max(1, Math.floor(process.availableMemory() / BYTES_EACH));
  const queue = [...tasks];
  const runNext = async (): Promise<void> => {
    for (let task = queue.shift(); task; task = queue.shift()) await task();
  };
  await Promise.all(Array.from({ length: Math.min(PER_CORE * availableParallelism(), fitting) }, runNext));
}
