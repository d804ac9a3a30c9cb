import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BACKUP_SCOPE } from '../../src/main/backup-scope.ts';
import {
  createBackup,
  type Manifest,
  openRepository,
  type Repository,
  restoreBackup,
  type Snapshot,
} from '../../src/platform/backup/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database/index.ts';
import { openBareDatabase } from '../../src/platform/database/testing.ts';
import { silentLog } from '../../src/platform/log.ts';
import { createDiskStorage, type Storage } from '../../src/platform/storage/index.ts';

const PASSPHRASE = 'a passphrase that only tests use';

/** Where backups go, on a disk of its own. */
export async function openTarget(passphrase: string | undefined = PASSPHRASE) {
  const folder = await mkdtemp(join(tmpdir(), 'backups-'));
  const storage = await createDiskStorage({ folder });
  const open = (): Promise<Repository> => openRepository(storage, { passphrase, create: true });
  return { folder, storage, open, close: () => rm(folder, { recursive: true }) };
}

export type EmptyPlace = Awaited<ReturnType<typeof openEmptyPlace>>;

/** A database without tables and a folder without objects. */
export async function openEmptyPlace() {
  const dataDir = await mkdtemp(join(tmpdir(), 'restored-'));
  const database = await openBareDatabase();
  return {
    dataDir,
    database,
    storage: await createDiskStorage({ dataDir }),
    async close() {
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export const inOneState =
  ({ db }: Pick<Database, 'db'>): Snapshot =>
  (work) =>
    db.transaction().setIsolationLevel('repeatable read').execute(work);

export function backUp(
  repository: Repository,
  source: { database: Pick<Database, 'db'>; storage: Storage },
  {
    snapshot = inOneState(source.database),
    files = {},
  }: { snapshot?: Snapshot; files?: Record<string, string> } = {},
) {
  const deps = { snapshot, clock: systemClock, scope: BACKUP_SCOPE };
  return createBackup(
    { ...deps, repository, storage: source.storage, onProgress: () => undefined },
    { version: '0', files },
  );
}

export function restore(
  repository: Repository,
  place: { database: Database; storage: Storage },
  manifest: Manifest,
  settleRows: Parameters<typeof restoreBackup>[0]['settleRows'] = async () => undefined,
) {
  const deps = { repository, ...place, log: silentLog, settleRows, onProgress: () => undefined };
  return restoreBackup(deps, manifest);
}
