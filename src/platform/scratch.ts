import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'vox-scratch-';
/** Containers that share a folder count their processes each for itself; their names differ. */
const OURS = `${PREFIX}${hostname()}-`;
/** A request that is still at it after this long has died. */
const MAX_AGE_MS = 24 * 60 * 60 * 1_000;

/** A private folder for files that are too large for memory, gone when `use` has ended, however it ends. */
export async function withScratchFolder<Result>(
  use: (folder: string) => Promise<Result>,
  parent = tmpdir(),
): Promise<Result> {
  const folder = await mkdtemp(join(parent, `${OURS}${process.pid}-`));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Removes what killed processes have left. Call it at the start only: a folder with our own number is then of an
 * earlier life.
 */
export async function removeLostScratch({ parent = tmpdir(), nowMs = Date.now() } = {}): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(parent, name);
    if (isOrphan(name) || (await isOld(folder, nowMs))) await removeIfAllowed(folder);
  }
}

function isOrphan(name: string): boolean {
  if (!name.startsWith(OURS)) return false;
  const pid = Number.parseInt(name.slice(OURS.length), 10);
  return pid === process.pid || !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isOld(folder: string, nowMs: number): Promise<boolean> {
  // Another start may have removed it meanwhile.
  const facts = await stat(folder).catch(() => null);
  return facts !== null && nowMs - facts.mtimeMs > MAX_AGE_MS;
}

async function removeIfAllowed(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    // The folder belongs to another user of this machine.
    if (!['EACCES', 'EPERM'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}
