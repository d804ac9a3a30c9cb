import { migrate, openDatabase } from '../platform/database/index.ts';
import { startWith } from './start-with.ts';

await startWith(async (config, log) => {
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  await migrate(database, { log });
  await database.close();
  process.stdout.write('The database is up to date.\n');
});
