import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupRefused, type Snapshot } from '../platform/backup/index.ts';
import type { Config } from '../platform/config/index.ts';
import {
  aloneOnServer,
  copyOpen,
  DataFolderInUse,
  type Db,
  lockFolder,
  openDatabase,
  withCopy,
} from '../platform/database/index.ts';
import type { Log } from '../platform/log.ts';
import { askService } from './control-socket.ts';

export const COPY_DATABASE = 'copy-database';

/** An arbitrary number that nothing else in this database locks. */
const BACKUP_LOCK = 8_675_320;

const ANOTHER = 'Another backup of this database is being made.';

/** For the service: only its own process can hold its embedded database still. */
export async function copyDatabase(db: Db, dataDir: string, log: Log): Promise<string> {
  await copyOpen(db, dataDir, log);
  return 'The database was copied.';
}

/** False if no service runs. */
export async function copyRunning(dataDir: string): Promise<boolean> {
  return (await askService(dataDir, [COPY_DATABASE])) !== null;
}

/**
 * Each call of `snapshot` sees the database as it is at that moment. A server does that itself; the embedded one is copied. No other
 * backup of this database is made, and none is removed, until `work` ends.
 */
export async function withSnapshots<T>(
  config: Config,
  log: Log,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === undefined) return withCopies(dataDir, log, work);
  const database = await openDatabase({ databaseUrl, dataDir, log });
  try {
    const alone = { lock: BACKUP_LOCK, taken: new BackupRefused(ANOTHER) };
    return await aloneOnServer(database, alone, (held) => work((read) => inOneState(held, read)));
  } finally {
    await database.close();
  }
}

async function withCopies<T>(
  dataDir: string,
  log: Log,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const folder = join(dataDir, 'backup', 'alone');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(folder).catch((error: unknown) => {
    throw error instanceof DataFolderInUse ? new BackupRefused(ANOTHER) : error;
  });
  const source = { dataDir, log, copyRunning: () => copyRunning(dataDir) };
  try {
    return await work((read) => withCopy(source, ({ db }) => inOneState(db, read)));
  } finally {
    await unlock();
  }
}

function inOneState<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').execute(read);
}
