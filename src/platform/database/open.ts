import { chmod, mkdir } from 'node:fs/promises';
import type { Log } from '../log.ts';
import type { Database } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { openPglite } from './pglite.ts';
import { ensureFolder, folderIn } from './pglite-folder.ts';
import { startMaintenance } from './pglite-maintenance.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';

export type OpenOptions = {
  /** Default: the embedded database under `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** PostgreSQL connections of this node. The embedded database has one. */
  poolSize?: number;
  /** How long PostgreSQL may take for a connection and for a statement. */
  timeouts?: PostgresOptions['timeouts'];
  log: Log;
};

export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { databaseUrl, dataDir, log, poolSize, timeouts } = options;
  if (databaseUrl)
    return openPostgres({
      databaseUrl,
      log,
      ...(poolSize ? { poolSize } : {}),
      ...(timeouts ? { timeouts } : {}),
    });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(dataDir);
  try {
    const folder = folderIn(dataDir);
    await ensureFolder(folder);
    // PGlite creates its files with the process's umask; the folder keeps other users out.
    await chmod(folder, 0o700);
    const database = await openPglite({ folder, log });
    const stopMaintenance = startMaintenance(database.db, folder, database.lastUsedMs, log);
    return {
      ...database,
      close: async () => {
        await stopMaintenance();
        await database.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}
