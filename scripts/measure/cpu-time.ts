import { readdirSync, readFileSync } from 'node:fs';

/** `/proc` counts in these ticks on every Linux. */
const TICKS_PER_SECOND = 100;

/** Processor time of the processes that live. */
export function cpuSecondsOf(pids: readonly number[]): number {
  return pids.reduce((total, pid) => total + (statOf(pid)?.seconds ?? 0), 0);
}

/** Of this process and those that it started. */
export function ownCpuSeconds(): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name));
  return cpuSecondsOf([process.pid, ...pids.map(Number).filter((pid) => parentOf(pid) === process.pid)]);
}

/** With that of its children that have ended. */
export function cpuSecondsWithEnded(pid: number): number {
  const stat = statOf(pid);
  return stat ? stat.seconds + stat.ofEnded : 0;
}

export function parentOf(pid: number): number | undefined {
  return statOf(pid)?.parent;
}

function statOf(pid: number): { parent: number; seconds: number; ofEnded: number } | null {
  try {
    // The name, in brackets, may have spaces.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent = 0, ...ticks] = [fields[1], ...fields.slice(11, 15)].map(Number);
    const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = ticks;
    return {
      parent,
      seconds: (user + system) / TICKS_PER_SECOND,
      ofEnded: (userOfEnded + systemOfEnded) / TICKS_PER_SECOND,
    };
  } catch {
    // It has ended.
    return null;
  }
}
