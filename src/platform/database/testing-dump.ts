import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { silentLog } from '../log.ts';
import { migrate } from './migrate.ts';
import { fingerprint, readMigrations } from './migration-files.ts';
import { openPglite } from './pglite.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/test-databases');

/** No test creates a second database, and restoring the templates would take half the time of opening one. */
const DROP_TEMPLATES = [
  'update pg_database set datistemplate = false, datallowconn = true',
  'drop database template0',
  'drop database template1',
];

let migrated: Promise<Uint8Array<SharedArrayBuffer>> | undefined;

/** The dump is in shared memory, because a process opens dozens of databases in threads. */
export function migratedDump(): Promise<Uint8Array<SharedArrayBuffer>> {
  migrated ??= readMigratedDump().then((bytes) => {
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    return shared;
  });
  return migrated;
}

/** Creating a database takes seconds, restoring one a fraction, so both stages are cached between runs. */
async function readMigratedDump(): Promise<Bytes> {
  const migrations = await readMigrations();
  return cached(`${await pgliteVersion()}-${fingerprint(migrations)}-lean`, async () => {
    const database = await openPglite({ dump: await emptyDump(), log: silentLog });
    // Files of the log that are kept for later would be copied with every database.
    await sql`set wal_recycle = off`.execute(database.db);
    await migrate(database, { log: silentLog, migrations });
    for (const statement of DROP_TEMPLATES) await sql.raw(statement).execute(database.db);
    // Otherwise every copy would replay the migrations from the log.
    await sql`checkpoint`.execute(database.db);
    return dumpAndClose(database);
  });
}

/** A database as it is created, without our tables. */
export async function emptyDump(): Promise<Bytes> {
  return cached(`${await pgliteVersion()}-empty`, async () =>
    dumpAndClose(await openPglite({ log: silentLog })),
  );
}

async function dumpAndClose(database: Awaited<ReturnType<typeof openPglite>>): Promise<Bytes> {
  const dump = await database.dump();
  await database.close();
  return dump;
}

async function cached(key: string, make: () => Promise<Bytes>): Promise<Bytes> {
  const path = join(CACHE, `${key}.tar`);
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const bytes = await make();
  const draft = `${path}.${randomUUID()}`;
  await mkdir(CACHE, { recursive: true });
  await writeFile(draft, bytes);
  await rename(draft, path);
  return bytes;
}

/** The package does not export its manifest, so it is read from beside the entry point. */
async function pgliteVersion(): Promise<string> {
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  return version;
}
