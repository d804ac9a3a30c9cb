const GIB = 1024 ** 3;
/** Resident memory of a process after the longest segment, rounded up. */
const BYTES_PER_PROCESS = GIB;
/** Beyond it more threads per process serve callers better than more processes. */
const MOST_PROCESSES = 4;

export type Machine = { cores: number; memoryBytes: number };

/** A process per core has the best throughput, as long as they take no more than half of the memory. */
export function defaultProcesses({ cores, memoryBytes }: Machine): number {
  const fitting = Math.floor(memoryBytes / 2 / BYTES_PER_PROCESS);
  return Math.max(1, Math.min(cores, MOST_PROCESSES, fitting));
}

export function threadsFor(processes: number, { cores }: Machine): number {
  return Math.max(1, Math.floor(cores / processes));
}
