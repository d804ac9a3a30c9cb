/**
 * ./run rotate-keys [--forget ID]
 *
 * Seals every stored secret with the first key of DATA_KEYS. Works while the service runs, as `./run admin` does; safe to
 * kill and to repeat. `--forget` gives up what only a lost key can open.
 */
import { parseArgs } from 'node:util';
import { type Config, loadSecrets, type Secrets } from '../platform/config/index.ts';
import type { Log } from '../platform/log.ts';
import { askService } from './control-socket.ts';
import { argsOf, type RotateKeysInput, rotateKeys } from './rotate-keys-command.ts';
import { startWith } from './start-with.ts';

await startWith(async (config, log) => {
  const { values } = parseArgs({ options: { forget: { type: 'string' } } });
  const secrets = loadSecrets(config);
  const input = { wanted: secrets.dataKeys[0].id, forget: values.forget ?? null };
  const output = config.databaseUrl ? null : await askService(config.dataDir, argsOf(input));
  process.stdout.write(`${output ?? (await runHere(config, log, secrets, input))}\n`);
});

async function runHere(config: Config, log: Log, secrets: Secrets, input: RotateKeysInput): Promise<string> {
  const { migrate, openDatabase, openDatabaseClock } = await import('../platform/database/index.ts');
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  try {
    await migrate(database, { log });
    const { clock, close } = await openDatabaseClock(database, { log });
    close();
    return await rotateKeys({ db: database.db, clock, secrets }, input);
  } finally {
    await database.close();
  }
}
