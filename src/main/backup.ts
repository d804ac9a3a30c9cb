/**
 * ./run backup TO [--keep N] | ./run backup TO --list
 *
 * Copies the database and the objects into a folder or to s3://bucket/folder, while the service runs. What an earlier backup
 * there has copied is not copied again. `--keep` removes all but the newest N afterwards.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  BackupRefused,
  type Copied,
  createBackup,
  keepNewest,
  listBackups,
  type Manifest,
} from '../platform/backup/index.ts';
import { systemClock as clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/index.ts';
import { readKeyFiles } from './backup-keys.ts';
import { BACKUP_SCOPE } from './backup-scope.ts';
import { withSnapshots } from './backup-snapshots.ts';
import { rememberBackup } from './last-backup.ts';
import { describeCopied, openBackups, tellProgress } from './open-backups.ts';
import { openStorage } from './open-resources.ts';
import { startWith } from './start-with.ts';
import { versionOfPackage } from './version-of-package.ts';

const USAGE = 'Usage: ./run backup TO [--keep N] | ./run backup TO --list';
/** The backup is whole, but objects that rows point to were not in the object store. */
const LACKS_OBJECTS = 3;
await startWith(async (config, log) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string' }, list: { type: 'boolean' } },
  });
  const [to, ...rest] = positionals;
  const keep = values.keep === undefined ? null : Number(values.keep);
  if (to === undefined || rest.length > 0 || (keep !== null && !(Number.isInteger(keep) && keep > 0)))
    throw new BackupRefused(USAGE);
  if (values.list) {
    const repository = await openBackups(config, to, { create: false });
    process.stdout.write(`${(await listBackups(repository)).join('\n') || 'There are none.'}\n`);
    return;
  }
  const storage = await openStorage(config);
  await withSnapshots(config, log, async (snapshot) => {
    const repository = await openBackups(config, to, { create: true });
    const files = repository.isEncrypted ? await readKeyFiles(config) : {};
    const deps = { repository, snapshot, storage, clock, scope: BACKUP_SCOPE };
    const facts = { version: versionOfPackage(), files };
    const made = await createBackup({ ...deps, onProgress: tellProgress('Copied') }, facts);
    // The backup is whole, whatever becomes of the note.
    await rememberBackup(config.dataDir, { place: to, id: made.id }).catch((err: unknown) =>
      log.warn({ err }, '`./run doctor` will not know of this backup'),
    );
    process.stdout.write(`${describe(config, made, repository.isEncrypted)}\n`);
    if (made.missing.length > 0) process.exitCode = LACKS_OBJECTS;
    if (keep === null) return;
    const gone = await keepNewest(repository, keep);
    if (gone.length > 0) process.stdout.write(`Removed ${gone.length} older backups: ${gone.join(', ')}.\n`);
  });
});

function describe(
  config: Config,
  { id, tables, objects, missing, files, dataKeys, copied }: Manifest & { copied: Copied },
  isEncrypted: boolean,
): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const lines = [
    `Backup ${id}: ${rows.toLocaleString('en')} rows and ${objects.count.toLocaleString('en')} objects, of which ${describeCopied(copied)} were new.`,
  ];
  if (missing.length > 0)
    lines.push(
      `${missing.length} objects that rows point to are NOT in the object store, and not in this backup: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''}`,
    );
  const kept = new Set(Object.keys(files));
  if (!isEncrypted)
    lines.push(
      'It is NOT encrypted: whoever can read it can read all of it. BACKUP_PASSPHRASE encrypts new ones, at another place.',
    );
  else if (kept.size > 0)
    lines.push(`It includes ${[...kept].join(', ')} of DATA_DIR. Keep BACKUP_PASSPHRASE elsewhere.`);
  const needed = dataKeys
    .map((key) => key.id)
    .filter((key) => !(key === 'kept' && kept.has('data-key.json')));
  if (needed.length > 0)
    lines.push(
      `It does NOT include what opens the secrets in it. Keep elsewhere: ${needed.map((key) => whereIs(config, key)).join(', ')}.`,
    );
  return lines.join('\n');
}

function whereIs({ dataDir, sessionSecret }: Config, keyId: string): string {
  if (keyId === 'kept') return join(dataDir, 'data-key.json');
  if (keyId !== 'session-secret') return `the key "${keyId}" of DATA_KEYS`;
  return sessionSecret ? 'SESSION_SECRET' : join(dataDir, 'secrets.json');
}
