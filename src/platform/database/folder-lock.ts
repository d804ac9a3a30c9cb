import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { internalError } from '../errors.ts';
import { type KernelLock, lockWithKernel } from './kernel-lock.ts';

export const DataFolderInUse = internalError(
  'unavailable',
  'data_folder_in_use',
  (pid: number | null, folder: string) => {
    const holder = pid === null ? 'A process of another container' : `Another process (pid ${pid})`;
    return `${holder} is using DATA_DIR ${folder}; stop it or set DATABASE_URL.`;
  },
);

const LOCK = 'database.lock';

/** The process that holds the folder, or null. Changes nothing. */
export async function findHolder(folder: string): Promise<number | null> {
  const owner = await readOwner(join(folder, LOCK));
  return owner && (await isAlive(owner)) ? owner.pid : null;
}

type Owner = { pid: number; startedAt: string; id: string };

/** The kernel frees the lock of a process that was killed moments after its end. */
const FAREWELL_MS = 2_000;
const RETRY_MS = 50;

/** Two processes on one PGlite folder silently lose each other's rows, so only one may use it. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, LOCK);
  const kernel = await lockKernel(folder);
  const owner: Owner = { pid: process.pid, startedAt: await startOf(process.pid), id: randomUUID() };
  const release = async (): Promise<void> => (kernel === 'unknown' ? undefined : kernel.release());
  try {
    await take(path, owner, folder);
  } catch (error) {
    await release();
    throw error;
  }
  return async () => {
    await rm(path, { force: true });
    await release();
  };
}

async function lockKernel(folder: string): Promise<Exclude<KernelLock, 'taken'>> {
  const latestMs = performance.now() + FAREWELL_MS;
  for (;;) {
    const kernel = await lockWithKernel(folder);
    if (kernel !== 'taken') return kernel;
    const pid = await findHolder(folder);
    if (pid !== null || performance.now() > latestMs) throw new DataFolderInUse(pid, folder);
    await sleep(RETRY_MS);
  }
}

async function take(path: string, owner: Owner, folder: string): Promise<void> {
  const draft = `${path}.${owner.id}`;
  await writeFile(draft, JSON.stringify(owner), { mode: 0o600 });
  try {
    // A hard link is atomic, so nobody reads a half-written lock.
    while (!(await tryLink(draft, path))) {
      const holder = await readOwner(path);
      if (!holder) continue;
      if (await isAlive(holder)) throw new DataFolderInUse(holder.pid, folder);
      if (await replace(path, holder, owner, folder)) return;
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** Several processes may find the same dead holder: only the one that takes the lock named after it may replace it. */
async function replace(path: string, dead: Owner, owner: Owner, folder: string): Promise<boolean> {
  const takeover = `${path}.after-${dead.id}`;
  await take(takeover, owner, folder);
  try {
    const current = await readOwner(path);
    if (current?.id !== dead.id) return false;
    const draft = `${path}.${randomUUID()}`;
    await writeFile(draft, JSON.stringify(owner), { mode: 0o600 });
    await rename(draft, path);
    return true;
  } finally {
    await rm(takeover, { force: true });
  }
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Owner;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function isAlive(owner: Owner): Promise<boolean> {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
  return owner.startedAt === (await startOf(owner.pid));
}

/** After a restart (especially of a container) another program may have the old pid; the start time distinguishes them. */
async function startOf(pid: number): Promise<string> {
  try {
    const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fieldsAfterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${bootId.trim()}:${fieldsAfterName[19] ?? ''}`;
  } catch {
    // No /proc on this system: the pid alone decides.
    return '';
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
