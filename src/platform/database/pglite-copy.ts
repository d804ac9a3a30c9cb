import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { internalError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Database, Db } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { openPglite } from './pglite.ts';
import { folderIn, holdsDatabase } from './pglite-folder.ts';

const run = promisify(execFile);

const FOLDER = 'backup';
const ARCHIVE = 'database.tar';
/** The service must still be able to write when the copy is there. */
const LEAST_FREE_BYTES = 256 * 2 ** 20;

const NoRoomForCopy = internalError(
  'unavailable',
  'no_room_for_copy',
  (neededMb: number, freeMb: number) =>
    `The disk of DATA_DIR has ${freeMb} MB left, and a copy of the embedded database needs ${neededMb} MB for a while. Free some space.`,
);

const NoDatabase = internalError(
  'not_found',
  'no_database',
  (folder: string) => `There is no database in ${folder}. Check DATA_DIR and DATABASE_URL.`,
);

/**
 * Copies the database of this process, whose thread executes nothing meanwhile: the files are as after a power failure at that
 * moment, and are recovered from the log like those. Calls wait for as long as the copying takes.
 */
export async function copyOpen(db: Db, dataDir: string, log: Log): Promise<void> {
  const bytes = await requireRoom(dataDir);
  // Shortly, so that little of the log is left to recover from.
  await sql`checkpoint`.execute(db);
  await db.transaction().execute(async () => {
    const startMs = performance.now();
    await pack(dataDir);
    const ms = Math.round(performance.now() - startMs);
    log.info({ ms, bytes }, 'the embedded database was copied; calls that needed it waited');
  });
}

/**
 * Opens a copy of the embedded database, which is removed afterwards. `copyRunning` asks the service that has it open for the
 * copy, and returns false where none is running.
 */
export async function withCopy<T>(
  { dataDir, log, copyRunning }: { dataDir: string; log: Log; copyRunning: () => Promise<boolean> },
  work: (copy: Database) => Promise<T>,
): Promise<T> {
  const place = join(dataDir, FOLDER);
  if (!(await holdsDatabase(folderIn(dataDir)))) throw new NoDatabase(dataDir);
  await mkdir(place, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(place);
  const folder = join(place, 'database');
  try {
    await rm(folder, { recursive: true, force: true });
    if (!(await copyRunning())) await copyClosed(dataDir);
    await unpack(place, folder);
    const copy = await openPglite({ folder, log });
    try {
      return await work(copy);
    } finally {
      await copy.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(join(place, ARCHIVE), { force: true });
    await unlock();
  }
}

/** The lock keeps a service from starting meanwhile. */
async function copyClosed(dataDir: string): Promise<void> {
  const unlock = await lockFolder(dataDir);
  try {
    await requireRoom(dataDir);
    await pack(dataDir);
  } finally {
    await unlock();
  }
}

/** One file, because creating a thousand takes twenty times as long, and calls wait. */
async function pack(dataDir: string): Promise<void> {
  await run('tar', ['-cf', join(dataDir, FOLDER, ARCHIVE), '-C', folderIn(dataDir), '.']);
}

async function unpack(place: string, folder: string): Promise<void> {
  const archive = join(place, ARCHIVE);
  await mkdir(folder, { mode: 0o700 });
  await run('tar', ['-xf', archive, '-C', folder]);
  await rm(archive);
}

/** For the archive and what is unpacked from it. Returns the size of the database. */
async function requireRoom(dataDir: string): Promise<number> {
  const folder = folderIn(dataDir);
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += await sizeOf(join(entry.parentPath, entry.name));
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const mb = (amount: number): number => Math.ceil(amount / 2 ** 20);
  const needed = 2 * bytes + LEAST_FREE_BYTES;
  if (needed > free) throw new NoRoomForCopy(mb(needed), mb(free));
  return bytes;
}

/** A running database removes files of its log at any time. */
function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return 0;
      throw error;
    },
  );
}
