import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Pids are reused; pid and start time together identify a process. */
export type Process = { pid: number; startedAt: string; command: string };

const POLL_MS = 50;

/** Read from /proc, so these tools run on Linux only. */
export async function childrenOf(parent: number): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => inspect(pid)));
  return found.filter((process) => process?.parent === parent).flatMap((process) => process ?? []);
}

/** Children, their children, and so on. */
export async function descendantsOf(parent: number): Promise<Process[]> {
  const children = await childrenOf(parent);
  const deeper = await Promise.all(children.map(({ pid }) => descendantsOf(pid)));
  return [...children, ...deeper.flat()];
}

/** Returns the processes that are still running at the deadline. */
export async function waitForEnd(processes: Process[], withinMs: number): Promise<Process[]> {
  const endsAtMs = Date.now() + withinMs;
  for (;;) {
    const states = await Promise.all(processes.map((process) => isAlive(process)));
    const alive = processes.filter((_, index) => states[index]);
    if (alive.length === 0 || Date.now() > endsAtMs) return alive;
    await sleep(POLL_MS);
  }
}

async function isAlive({ pid, startedAt }: Process): Promise<boolean> {
  const now = await inspect(pid);
  return now !== undefined && now.startedAt === startedAt && now.state !== 'Z';
}

type Inspected = Process & { parent: number; state: string };

async function inspect(pid: number): Promise<Inspected | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    // The name in parentheses may itself contain parentheses and spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = '', parent] = fields;
    return { pid, state, parent: Number(parent), startedAt: fields[19] ?? '', command };
  } catch {
    // The process exited after it was listed.
    return undefined;
  }
}
