/**
 * ./run admin grant EMAIL | revoke EMAIL | list | reset-password EMAIL
 *
 * Works while the service runs. With DATABASE_URL it changes the database; otherwise it asks the running service
 * through a socket in DATA_DIR, or opens the embedded database when no service runs.
 */
import type { Config } from '../platform/config/index.ts';
import type { Log } from '../platform/log.ts';
import { askService } from './control-socket.ts';
import { startWith } from './start-with.ts';

await startWith(async (config, log) => {
  const args = process.argv.slice(2);
  const output = config.databaseUrl ? null : await askService(config.dataDir, args);
  process.stdout.write(`${output ?? (await runHere(config, log, args))}\n`);
});

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
