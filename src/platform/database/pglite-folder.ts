import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { internalError } from '../errors.ts';
import { MEGABYTE } from '../megabyte.ts';
import { PgliteWorker } from './pglite-worker.ts';

/** A new database has 40 MB, and its log grows by 16 at a time. */
const LEAST_FREE_BYTES = 128 * MEGABYTE;

const NoRoomForDatabase = internalError(
  'unavailable',
  'no_room_for_database',
  (folder: string, freeBytes: number) =>
    `The disk of DATA_DIR ${folder} has ${Math.floor(freeBytes / MEGABYTE)} MB left, too little for a new database. Make room, or set DATA_DIR to another disk.`,
);

export function folderIn(dataDir: string): string {
  return join(dataDir, 'database');
}

/** Created beside its final place and moved there once complete: an interrupted start must not leave half a database. */
export async function ensureFolder(folder: string, leastBytes = LEAST_FREE_BYTES): Promise<void> {
  if (await holdsDatabase(folder)) return;
  // The database itself would only say that it cannot be created.
  const { bavail, bsize } = await statfs(dirname(folder));
  if (bavail * bsize < leastBytes) throw new NoRoomForDatabase(dirname(folder), bavail * bsize);
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const worker = new PgliteWorker({ folder: draft });
  await worker.ask('close');
  await worker.stop();
  // PGlite copies the first files without syncing any.
  for (const entry of await readdir(draft, { recursive: true })) await sync(join(draft, entry));
  await sync(draft);
  await rename(draft, folder);
  await sync(dirname(folder));
}

export async function holdsDatabase(folder: string): Promise<boolean> {
  try {
    await stat(join(folder, 'PG_VERSION'));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
