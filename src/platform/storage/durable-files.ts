import { type FileHandle, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A process crash loses nothing with `later`; a power failure loses the last half minute. */
export type Flush = 'now' | 'later';

export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** A name survives a power failure only once its folder is synced too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (!first) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Writes to `temporary`, then renames it: a reader sees the old file or the new one, never a part. */
export async function writeWhole(
  temporary: string,
  target: string,
  write: (file: FileHandle) => Promise<void>,
  flush: Flush,
): Promise<void> {
  const file = await open(temporary, 'wx', 0o600);
  try {
    await write(file);
    if (flush === 'now') await file.sync();
    // First, because network file systems may tell only here that the file was not written.
    await file.close();
    await moveTo(target, temporary);
  } catch (error) {
    await file.close().catch(() => undefined);
    await removeIfThere(temporary);
    throw error;
  }
  if (flush === 'now') await syncFolder(dirname(target));
}

/** Nearly every folder is there already, so it is made only when it turns out to be missing. */
async function moveTo(target: string, temporary: string): Promise<void> {
  try {
    await rename(temporary, target);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makeFolder(dirname(target));
    await rename(temporary, target);
  }
}

export async function removeIfThere(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
