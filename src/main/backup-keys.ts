import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupRefused, type Manifest } from '../platform/backup/index.ts';
import { type Config, loadSecrets, SECRET_FILES } from '../platform/config/index.ts';
import { createSealing, opensProof } from '../platform/sealing/index.ts';

/** They open what is sealed in the database, so they leave the machine only encrypted. */
const KEY_FILES = Object.values(SECRET_FILES);

export async function readKeyFiles({ dataDir }: Pick<Config, 'dataDir'>): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const name of KEY_FILES) {
    const content = await readFile(join(dataDir, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (content !== null) files[name] = content;
  }
  return files;
}

/** Puts back the files and checks that they fit, before hours of copying. A refusal leaves none, which would stay the next time. */
export async function restoreKeys(config: Config, manifest: Manifest): Promise<void> {
  const before = await readKeyFiles(config);
  try {
    await restoreKeyFiles(config, manifest);
    requireDataKeys(config, manifest);
  } catch (error) {
    const made = KEY_FILES.filter((name) => before[name] === undefined);
    for (const name of made) await rm(join(config.dataDir, name), { force: true });
    throw error;
  }
}

/** Files that are there already stay. Other names would be a lie of the backup. */
export async function restoreKeyFiles(
  { dataDir }: Pick<Config, 'dataDir'>,
  { files }: Pick<Manifest, 'files'>,
): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const name of KEY_FILES) {
    const content = files[name];
    if (content === undefined) continue;
    await writeFile(join(dataDir, name), content, { mode: 0o600, flag: 'wx' }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  }
}

/** The service does not start without them. */
function requireDataKeys(config: Config, { dataKeys }: Manifest): void {
  const sealing = createSealing(loadSecrets(config).dataKeys);
  const missing = dataKeys.filter(
    ({ id, proof }) => !opensProof(sealing, id, proof === null ? null : Buffer.from(proof, 'base64')),
  );
  if (missing.length === 0) return;
  const names = missing.map(({ id }) => `"${id}"`).join(', ');
  throw new BackupRefused(
    `Secrets in this backup are sealed with the data key ${names}, which is not configured or has another value. ` +
      'Set DATA_KEYS and SESSION_SECRET as they were, or put data-key.json and secrets.json back into DATA_DIR. ' +
      'If they are lost, --without-keys restores the rest, and the service starts after `./run rotate-keys --forget ID`.',
  );
}
