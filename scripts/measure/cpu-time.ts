import { readdirSync, readFileSync } from 'node:fs';

/** `/proc` counts in these ticks on every Linux. */
const TICKS_PER_SECOND = 100;

/** Processor time of the processes that live. */
export function cpuSecondsOf(pids: readonly number[]): number {
  return pids.reduce((total, pid) => total + (statOf(pid)?.seconds ?? 0), 0);
}

export function parentOf(pid: number): number | undefined {
  return statOf(pid)?.parent;
}

export function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name));
  return pids.map(Number).filter((pid) => parentOf(pid) === parent);
}

function statOf(pid: number): { parent: number; seconds: number } | null {
  try {
    // The name, in brackets, may have spaces.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent = 0, user = 0, system = 0] = [fields[1], fields[11], fields[12]].map(Number);
    return { parent, seconds: (user + system) / TICKS_PER_SECOND };
  } catch {
    // It has ended.
    return null;
  }
}
