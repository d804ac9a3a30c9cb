/**
 * ./run restore FROM [--backup ID] [--without-keys]
 *
 * Restores a backup, by default the newest, into the empty database and the empty object store of the configuration. Safe to kill
 * and to repeat. Afterwards the copy is held until `./run admin release`.
 */
import { parseArgs } from 'node:util';
import { closeRestoredTopUps } from '../money/checkout/index.ts';
import { BackupRefused, readManifest, requireEmptyPlace, restoreBackup } from '../platform/backup/index.ts';
import type { Config } from '../platform/config/index.ts';
import { type Db, openDatabase, openDatabaseClock } from '../platform/database/index.ts';
import { leavingRoom, type Storage } from '../platform/storage/index.ts';
import { closeRestoredDeliveries } from '../work/webhooks/index.ts';
import { auditRestored } from './audit-restored.ts';
import { restoreKeyFiles, restoreKeys } from './backup-keys.ts';
import { describeCopied, openBackups, tellProgress } from './open-backups.ts';
import { openStorage } from './open-resources.ts';
import { startWith } from './start-with.ts';

const HELD = `It sends no webhooks and no mail by itself and charges no saved cards until \`./run admin release\`. Events that waited
were closed, and can be replayed. Everybody has to sign in again. API keys that were revoked since the backup work again.
`;

await startWith(async (config, log) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { backup: { type: 'string' }, 'without-keys': { type: 'boolean' } },
  });
  const [from, ...rest] = positionals;
  if (from === undefined || rest.length > 0)
    throw new BackupRefused('Usage: ./run restore FROM [--backup ID] [--without-keys]');
  const repository = await openBackups(config, from, { create: false });
  const manifest = await readManifest(repository, values.backup);
  const storage = await openRoomyStorage(config);
  const { databaseUrl, dataDir } = config;
  const database = await openDatabase({ databaseUrl, dataDir, log });
  const { clock, close: closeClock } = await openDatabaseClock(database, { log });
  try {
    // First, because key files in a place that is in use would change what it seals with.
    await requireEmptyPlace({ database, storage }, manifest);
    await (values['without-keys'] ? restoreKeyFiles : restoreKeys)(config, manifest);
    const settleRows = async (tx: Db): Promise<void> => {
      await closeRestoredDeliveries(tx, clock.now());
      await closeRestoredTopUps(tx, clock.now());
    };
    const onProgress = tellProgress('Restored');
    // Making the tables is no news.
    const quiet = log.child({}, { level: 'warn' });
    const deps = { repository, database, storage, log: quiet, settleRows, onProgress };
    const copied = await restoreBackup(deps, manifest);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(
      `Restored backup ${manifest.id}: ${rows.toLocaleString('en')} rows and ${describeCopied(copied)}.\n`,
    );
    const problems = await auditRestored({ db: database.db, storage, lost: new Set(manifest.missing) });
    for (const problem of problems) process.stdout.write(`${problem}\n`);
    if (problems.length === 0)
      process.stdout.write(
        'The books balance, the audit log is whole, and every object that a row points to is there.\n',
      );
    process.stdout.write(HELD);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    closeClock();
    await database.close();
  }
});

async function openRoomyStorage(config: Config): Promise<Storage> {
  const storage = await openStorage(config);
  return config.s3 ? storage : leavingRoom(storage, config.dataDir);
}
