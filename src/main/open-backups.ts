import { mkdir, readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  BackupRefused,
  type Copied,
  holdsBackups,
  openRepository,
  type Repository,
} from '../platform/backup/index.ts';
import type { Config } from '../platform/config/index.ts';
import {
  createDiskStorage,
  createS3Storage,
  leavingRoom,
  type Storage,
  underPrefix,
} from '../platform/storage/index.ts';

const S3_PLACE = /^s3:\/\/(?<bucket>[^/]+)(?:\/(?<folder>.*[^/]))?\/*$/;
/** Of a new disk, and of a backup that was killed at once. */
const UNUSED = ['lost+found', '.tmp'];
const TELL_EVERY_MS = 5_000;

/** `place` is a folder or `s3://bucket/folder`. */
export async function openBackups(
  config: Config,
  place: string,
  { create }: { create: boolean },
): Promise<Repository> {
  const { passphrase } = config.backup;
  return openRepository(await openPlace(config, place, create), { passphrase, create });
}

async function openPlace(config: Config, place: string, create: boolean): Promise<Storage> {
  const { bucket, folder } = S3_PLACE.exec(place)?.groups ?? {};
  if (bucket !== undefined) {
    const settings = { ...s3Settings(config), bucket };
    if (create && bucket === config.s3?.bucket && settings.endpoint === config.s3.endpoint)
      throw new BackupRefused(
        'A backup in the bucket of the objects is lost together with them. Choose another bucket.',
      );
    const storage = createS3Storage(settings);
    return folder === undefined ? storage : underPrefix(storage, folder);
  }
  if (place.includes('://')) throw new BackupRefused('A backup goes to a folder or to s3://bucket/folder.');
  const path = resolve(place);
  if (path === config.dataDir || path.startsWith(`${config.dataDir}/`))
    throw new BackupRefused('A backup inside DATA_DIR is lost together with it. Choose another folder.');
  const reading = await createDiskStorage({ folder: path, forReading: true });
  if (!create) return reading;
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (!(await holdsBackups(reading))) await requireEmptyFolder(path);
  return leavingRoom(await createDiskStorage({ folder: path }), path);
}

/** The folder is closed to other users and swept, which would harm one that is used for something else. */
async function requireEmptyFolder(path: string): Promise<void> {
  const [other] = (await readdir(path)).filter((name) => !UNUSED.includes(name));
  if (other === undefined) return;
  throw new BackupRefused(`${path} has no backups and is not empty (${other}). Choose a folder of its own.`);
}

function s3Settings({ backup, s3 }: Config) {
  const own = backup.accessKeyId !== undefined;
  return {
    region: backup.region ?? s3?.region ?? 'us-east-1',
    endpoint: backup.endpoint ?? s3?.endpoint,
    accessKeyId: own ? backup.accessKeyId : s3?.accessKeyId,
    secretAccessKey: own ? backup.secretAccessKey : s3?.secretAccessKey,
    sessionToken: own ? undefined : s3?.sessionToken,
  };
}

/** Says on standard error now and then how far it is. */
export function tellProgress(verb: string): (done: Copied) => void {
  let nextMs = performance.now() + TELL_EVERY_MS;
  return (done) => {
    if (performance.now() < nextMs) return;
    nextMs = performance.now() + TELL_EVERY_MS;
    process.stderr.write(`${verb} ${describeCopied(done)} so far …\n`);
  };
}

export function describeCopied({ count, bytes }: Copied): string {
  return `${count.toLocaleString('en')} objects (${(bytes / 2 ** 20).toFixed(1)} MB)`;
}
