/** ./run verify-backup FROM [--backup ID]: reads all of a backup, by default the newest, and names what is damaged. */
import { parseArgs } from 'node:util';
import { BackupRefused, readManifest, verifyBackup } from '../platform/backup/index.ts';
import { describeCopied, openBackups, tellProgress } from './open-backups.ts';
import { startWith } from './start-with.ts';

await startWith(async (config) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { backup: { type: 'string' } },
  });
  const [from, ...rest] = positionals;
  if (from === undefined || rest.length > 0)
    throw new BackupRefused('Usage: ./run verify-backup FROM [--backup ID]');
  const repository = await openBackups(config, from, { create: false });
  const manifest = await readManifest(repository, values.backup);
  const { rows, damaged, ...done } = await verifyBackup(repository, manifest, tellProgress('Read'));
  for (const file of damaged) process.stdout.write(`Damaged: ${file}\n`);
  const read = `${rows.toLocaleString('en')} rows and ${describeCopied(done)}`;
  process.stdout.write(
    damaged.length === 0
      ? `Backup ${manifest.id} of version ${manifest.version} is whole: ${read}.\n`
      : `Backup ${manifest.id} is DAMAGED. Remove the files above and back up again: what is missing is copied anew, for later backups.\n`,
  );
  if (manifest.missing.length > 0)
    process.stdout.write(
      `It lacks ${manifest.missing.length} objects, which were lost before it was made.\n`,
    );
  process.exitCode = damaged.length === 0 ? 0 : 1;
});
