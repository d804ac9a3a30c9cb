/**
 * ./run migrate [--dry-run]
 *
 * `--dry-run` applies what is pending and takes it back. The embedded database is rehearsed on a copy, while the service runs; on
 * a server calls may wait meanwhile.
 */
import { parseArgs } from 'node:util';
import type { Config } from '../platform/config/index.ts';
import {
  type Database,
  migrate,
  openDatabase,
  rehearseMigrations,
  withCopy,
} from '../platform/database/index.ts';
import type { Log } from '../platform/log.ts';
import { copyRunning } from './backup-snapshots.ts';
import { startWith } from './start-with.ts';

await startWith(async (config, log) => {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' } } });
  if (values['dry-run']) return rehearse(config, log);
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  await migrate(database, { log });
  await database.close();
  process.stdout.write('The database is up to date.\n');
});

async function rehearse({ databaseUrl, dataDir }: Config, log: Log): Promise<void> {
  const run = async (database: Database): Promise<void> => {
    const rehearsed = await rehearseMigrations(database);
    for (const { name, ms } of rehearsed) process.stdout.write(`${name}  ${ms} ms\n`);
    process.stdout.write(
      rehearsed.length === 0
        ? 'The database is up to date.\n'
        : `${rehearsed.length} migrations would be applied. Nothing was changed.\n`,
    );
  };
  if (databaseUrl === undefined)
    return withCopy({ dataDir, log, copyRunning: () => copyRunning(dataDir) }, run);
  const database = await openDatabase({ databaseUrl, dataDir, log });
  await run(database).finally(() => database.close());
}
