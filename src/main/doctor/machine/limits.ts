import { readFile } from 'node:fs/promises';
import { type Check, type Finding, fault, good, warning } from '../check.ts';

/** Each call, each stream and each pipe of an engine takes one or more. */
const LEAST_FILES = 1_024;
const ENOUGH_FILES = 4_096;

export const descriptors: Check = {
  id: 'open-files',
  async run() {
    const most = /^Max open files\s+(\S+)/m.exec(await readOr('', '/proc/self/limits'))?.[1];
    return most ? judgeFiles(most) : [];
  },
};

/** The soft limit: Node raises it to the hard one when it starts. */
export function judgeFiles(most: string): Finding[] {
  const limit = most === 'unlimited' ? Number.POSITIVE_INFINITY : Number(most);
  const seen = `A process may have ${most} files and connections open.`;
  const remedy =
    'Raise the hard limit: LimitNOFILE=65536 in the systemd unit, --ulimit nofile=65536 in a container, or ulimit -Hn.';
  if (limit < LEAST_FILES) return [fault(seen, remedy)];
  return [limit < ENOUGH_FILES ? warning(seen, remedy) : good(seen)];
}

/** A thread counts as one. Seen on two cores: 50 when idle, 85 while a film is made. */
const LEAST_THREADS = 200;
const ENOUGH_THREADS = 500;

export const processes: Check = {
  id: 'processes',
  async run() {
    const [limits = '', groups = ''] = await Promise.all([
      readOr('', '/proc/self/limits'),
      readOr('', '/proc/self/cgroup'),
    ]);
    const ofUser = /^Max processes\s+(\S+)/m.exec(limits)?.[1] ?? 'unlimited';
    const ofGroups = await Promise.all(
      foldersOf(groups).map((folder) => readOr('max', `${folder}/pids.max`)),
    );
    return judgeProcesses([ofUser, ...ofGroups.map((text) => text.trim())]);
  },
};

/** Of version 2, then of version 1. A container sees its own group at the root. */
function foldersOf(groups: string): string[] {
  const second = /^0::(.*)$/m.exec(groups)?.[1] ?? '';
  const first = /^\d+:pids:(.*)$/m.exec(groups)?.[1] ?? '';
  return [second, '', `/pids${first}`, '/pids'].map((folder) => `/sys/fs/cgroup${folder}`);
}

function readOr(instead: string, path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => instead);
}

export function judgeProcesses(limits: readonly string[]): Finding[] {
  const most = Math.min(...limits.map(Number).filter((limit) => !Number.isNaN(limit)));
  if (most === Number.POSITIVE_INFINITY) return [good('Processes and threads are not limited.')];
  const seen = `There may be ${most} processes and threads.`;
  const remedy = 'Raise it: TasksMax=4096 in the systemd unit, --pids-limit in a container, or ulimit -u.';
  if (most < LEAST_THREADS) return [fault(seen, remedy)];
  return [most < ENOUGH_THREADS ? warning(seen, remedy) : good(seen)];
}
