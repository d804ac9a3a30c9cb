import { readdirSync, readFileSync } from 'node:fs';

/** The kernel's unit in `/proc/PID/stat`. It is the same on every architecture. */
const TICKS_PER_SECOND = 100;

/**
 * The processor seconds of this process and of all that it started, those that have ended included. Where there is no
 * `/proc`, only those of this process are known.
 */
export function processorSeconds(): number {
  const ticks = ticksOf(process.pid);
  if (ticks > 0) return ticks / TICKS_PER_SECOND;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function ticksOf(pid: number): number {
  // The name of the program stands in brackets before these, and may contain spaces.
  const fields =
    unlessEnded(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
      .split(') ')
      .at(-1) ?? '';
  const ticks = fields.split(' ').slice(11, 15).map(Number);
  return [...ticks, ...childrenOf(pid).map(ticksOf)].reduce((total, part) => total + part, 0);
}

/** Each thread has children of its own. */
function childrenOf(pid: number): number[] {
  const tasks = unlessEnded(() => readdirSync(`/proc/${pid}/task`).join(' '));
  const lists = numbers(tasks).map((task) =>
    unlessEnded(() => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')),
  );
  return numbers(lists.join(' '));
}

function numbers(text: string): number[] {
  return text.split(' ').filter(Boolean).map(Number);
}

/** A process or a thread may end at any time. */
function unlessEnded(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
