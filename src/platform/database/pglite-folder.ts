import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PgliteWorker } from './pglite-worker.ts';

export function folderIn(dataDir: string): string {
  return join(dataDir, 'database');
}

/** Created beside its final place and moved there once complete: an interrupted start must not leave half a database. */
export async function ensureFolder(folder: string): Promise<void> {
  if (await holdsDatabase(folder)) return;
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
