const GIB = 1024 ** 3;
/** Resident memory of a process after the longest segment, rounded up. */
const BYTES_PER_PROCESS = GIB;
const CORES_PER_PROCESS = 2;
/** Beyond it more threads per process serve callers better than more processes. */
const MOST_PROCESSES = 4;

export type Machine = { cores: number; memoryBytes: number };

/**
 * Two cores for a process, as long as they take no more than half of the memory: the first sound comes after two thirds
 * of the time that a process on one core needs, with half of the memory, for a seventh of the throughput.
 */
export function defaultProcesses({ cores, memoryBytes }: Machine): number {
  const fitting = Math.floor(memoryBytes / 2 / BYTES_PER_PROCESS);
  return Math.max(1, Math.min(Math.floor(cores / CORES_PER_PROCESS), MOST_PROCESSES, fitting));
}

export function threadsFor(processes: number, { cores }: Machine): number {
  return Math.max(1, Math.floor(cores / processes));
}
