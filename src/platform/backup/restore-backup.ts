import {
  aloneOnServer,
  beginRestoration,
  type Database,
  type Db,
  endRestoration,
  type Migration,
  migrate,
  PlaceNotEmpty,
  readMigrations,
  requireEmptyDatabase,
  sql,
  whileNobodyMigrates,
} from '../database/index.ts';
import type { Log } from '../log.ts';
import type { Storage } from '../storage/index.ts';
import { BackupDamaged, BackupRefused } from './errors.ts';
import { fromFrames } from './frames.ts';
import type { KeptTable, Manifest } from './manifest.ts';
import { type Copied, eachObject, restoreObject } from './objects.ts';
import { objectKeysOf } from './prune.ts';
import type { Repository } from './repository.ts';
import { insertRows, settle } from './rows.ts';
import { inOrderOfReferences, readTables, setSequence, type Table } from './tables.ts';

type Deps = {
  repository: Repository;
  database: Database;
  storage: Storage;
  log: Log;
  onProgress: (copied: Copied) => void;
  /** Runs in the transaction that restores the rows. */
  settleRows: (tx: Db) => Promise<void>;
};

/** An arbitrary number that nothing else in this database locks. */
const RESTORE_LOCK = 8_675_321;

/**
 * Fills an empty place. From its first step to its last, which commits all rows, the database says that it is half restored, and
 * nothing starts on it; the same call goes on.
 */
export async function restoreBackup(deps: Deps, manifest: Manifest): Promise<Copied> {
  // The embedded database has one process, and one connection.
  if (deps.database.kind === 'pglite') return restoreAlone(deps, manifest);
  const taken = new BackupRefused('Another restore is filling this database.');
  return aloneOnServer(deps.database, { lock: RESTORE_LOCK, taken }, () => restoreAlone(deps, manifest));
}

async function restoreAlone(deps: Deps, manifest: Manifest): Promise<Copied> {
  const { repository, database, storage, log } = deps;
  const migrations = await migrationsOf(manifest);
  // A service that starts at this moment either finds the mark or has made tables before.
  await whileNobodyMigrates(database, async (db) => {
    if (!(await requireEmptyPlace({ database: { db }, storage }, manifest)))
      await beginRestoration(db, { backupId: manifest.id, takenAt: new Date(manifest.takenAt) });
  });
  const there = new Set<string>();
  for await (const key of storage.list('')) there.add(key);
  const copied = await eachObject(
    objectKeysOf(repository, manifest),
    async (key) => (there.has(key) ? null : restoreObject(repository, storage, key)),
    deps.onProgress,
  );
  await migrate(database, { log, migrations, restoring: true });
  await database.db.transaction().execute(async (tx) => {
    await settle(tx);
    await restoreRows(tx, repository, manifest);
    await deps.settleRows(tx);
    await endRestoration(tx);
  });
  // The tables are those of the version that made the backup.
  await migrate(database, { log });
  return copied;
}

/** True if the place has what an earlier attempt with the same backup left there. Refuses any other that is not empty. */
export async function requireEmptyPlace(
  { database: { db }, storage }: { database: Pick<Database, 'db'>; storage: Storage },
  { id }: Manifest,
): Promise<boolean> {
  if (await requireEmptyDatabase(db, id)) return true;
  for await (const key of storage.list('')) throw new PlaceNotEmpty(`The object store has objects (${key}).`);
  return false;
}

/** Those that the backup was made with, exactly as they were. */
async function migrationsOf({ migrations: wanted }: Manifest): Promise<Migration[]> {
  const known = new Map((await readMigrations()).map((migration) => [migration.name, migration]));
  return wanted.map(({ name, checksum }) => {
    const migration = known.get(name);
    if (migration?.checksum === checksum) return migration;
    throw new BackupRefused(
      `The backup was made by another version: this one ${migration ? 'has changed' : 'does not know'} the migration ${name}. Restore it with the version that made it, or a newer one.`,
    );
  });
}

async function restoreRows(tx: Db, repository: Repository, { tables, sequences }: Manifest): Promise<void> {
  const known = new Map((await readTables(tx)).map((table) => [table.name, table]));
  const kept = new Map(tables.map((table) => [table.name, table]));
  for (const name of await inOrderOfReferences(tx, [...kept.keys()])) {
    const table = kept.get(name);
    const target = known.get(name);
    if (!table || !target) throw new BackupDamaged(`the table ${name}`);
    await fillTable(tx, repository, table, columnsOf(table, target));
  }
  for (const sequence of sequences) await setSequence(tx, sequence);
}

/** The triggers have done their work where the rows come from. */
async function fillTable(tx: Db, repository: Repository, kept: KeptTable, table: Table): Promise<void> {
  await sql`ALTER TABLE ${sql.id(table.name)} DISABLE TRIGGER USER`.execute(tx);
  let rows = 0;
  for await (const lines of fromFrames(await repository.get(kept.file))) {
    await insertRows(tx, table, lines);
    rows += lines.length;
  }
  if (rows !== kept.rows) throw new BackupDamaged(kept.file);
  await sql`ALTER TABLE ${sql.id(table.name)} ENABLE TRIGGER USER`.execute(tx);
}

/** In the order of the backup, with the types of the database. */
function columnsOf({ name, columns }: KeptTable, target: Table): Table {
  const types = new Map(target.columns.map((column) => [column.name, column.type]));
  return {
    name,
    columns: columns.map((column) => {
      const type = types.get(column);
      if (type === undefined) throw new BackupDamaged(`the column ${name}.${column}`);
      return { name: column, type };
    }),
  };
}
