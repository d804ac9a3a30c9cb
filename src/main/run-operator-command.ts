import type { Config } from '../platform/config/index.ts';
import type { Log } from '../platform/log.ts';
import { askService } from './control-socket.ts';

/**
 * Works while the service runs. With DATABASE_URL it uses the database; otherwise it asks the running service through a socket in
 * DATA_DIR, or opens the embedded database when no service runs. Returns the text to print.
 */
export async function runOperatorCommand(config: Config, log: Log, args: string[]): Promise<string> {
  const output = config.databaseUrl ? null : await askService(config.dataDir, args);
  return output ?? runHere(config, log, args);
}

async function runHere(config: Config, log: Log, args: string[]): Promise<string> {
  // Takes a second to load, and a running service needs none of it.
  const { migrate, openDatabase, openDatabaseClock } = await import('../platform/database/index.ts');
  const { runAdminCommand } = await import('./admin-commands.ts');
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  try {
    await migrate(database, { log });
    const { clock, close } = await openDatabaseClock(database, { log });
    close();
    return await runAdminCommand({ ...config, db: database.db, clock }, args);
  } finally {
    await database.close();
  }
}
