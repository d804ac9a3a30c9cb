import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { type Db, readMigrations, refuseHalfRestored, type Sql, sql } from '../database/index.ts';
import type { Storage } from '../storage/index.ts';
import { BackupRefused } from './errors.ts';
import { toFrames } from './frames.ts';
import { type KeptTable, type Manifest, newId, rowsFolder, writeManifest } from './manifest.ts';
import { type Copied, eachObject, saveObject } from './objects.ts';
import type { Repository } from './repository.ts';
import { readTexts, rowsOf, settle } from './rows.ts';
import { readSequences, readTables } from './tables.ts';

/** What a backup consists of. */
export type Scope = {
  /** Selects the key of every object that a row points to, as `line`, each once. */
  objects: Sql;
  /** Tables whose rows are not kept. */
  leftOut: readonly string[];
};

/** Runs `work` in a transaction that sees one state of the database. */
export type Snapshot = <T>(work: (tx: Db) => Promise<T>) => Promise<T>;

type Deps = {
  repository: Repository;
  snapshot: Snapshot;
  storage: Storage;
  clock: Clock;
  scope: Scope;
  onProgress: (copied: Copied) => void;
};
type Facts = { version: string; files: Record<string, string> };

/** Objects that nobody deleted meanwhile and that are still not there in this round are lost. */
const ROUNDS = 5;
/** A transaction should not last longer than this, because a server cannot clean up behind it. */
const FRESH_MS = 60_000;

/**
 * Copies the objects first, which may take hours, and then the rows that point to them. A customer may delete an object before
 * it was copied; then the rows are read anew, so that they do not point to it any more.
 */
export async function createBackup(deps: Deps, facts: Facts): Promise<Manifest & { copied: Copied }> {
  const id = newId(deps.clock.now(), randomBytes(3).toString('hex'));
  const copied = { count: 0, bytes: 0 };
  let known: string[] = [];
  for (let round = 1; ; round += 1) {
    const manifest = await deps.snapshot(async (tx) => {
      await settle(tx);
      await refuseOtherSchema(tx);
      const takenAt = deps.clock.now();
      const { missing, done } = await copyObjects(deps, tx);
      copied.count += done.count;
      copied.bytes += done.bytes;
      const isSettled = missing.length === 0 || String(missing) === String(known);
      const isFresh = deps.clock.now().getTime() - takenAt.getTime() < FRESH_MS;
      known = missing;
      if (round < ROUNDS && !(isSettled && isFresh)) return null;
      return { ...(await saveRows(deps, tx, id)), id, takenAt: takenAt.toISOString(), missing, ...facts };
    });
    if (!manifest) continue;
    await writeManifest(deps.repository, manifest);
    return { ...manifest, copied };
  }
}

/** Another version may keep objects where this one does not know of them. */
async function refuseOtherSchema(tx: Db): Promise<void> {
  await refuseHalfRestored(tx);
  const { rows } = await sql<{ name: string }>`SELECT name FROM schema_migrations`.execute(tx);
  const applied = new Set(rows.map(({ name }) => name));
  const known = await readMigrations();
  if (known.length === applied.size && known.every(({ name }) => applied.has(name))) return;
  throw new BackupRefused(
    'The database has the tables of another version. Back up with the version that the service runs, or start this one first.',
  );
}

async function copyObjects(
  { repository, storage, scope, onProgress }: Deps,
  tx: Db,
): Promise<{ missing: string[]; done: Copied }> {
  const there = new Set<string>();
  for await (const name of repository.list('objects/')) there.add(name);
  const missing: string[] = [];
  const one = async (key: string): Promise<number | null> => {
    // An object never changes, and one that is there is there completely.
    if (there.has(repository.nameOf(key))) return null;
    const bytes = await saveObject(repository, storage, key);
    if (bytes === null) missing.push(key);
    return bytes;
  };
  const done = await eachObject(readTexts(tx, scope.objects), one, onProgress);
  return { missing: missing.sort(), done };
}

type Rows = Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'objects' | 'dataKeys'>;

async function saveRows({ repository, scope }: Deps, tx: Db, id: string): Promise<Rows> {
  const folder = rowsFolder(id);
  const save = async (file: string, query: Sql): Promise<{ count: number; file: string }> => {
    let count = 0;
    const counted = async function* (): AsyncGenerator<string[]> {
      for await (const lines of readTexts(tx, query)) {
        count += lines.length;
        yield lines;
      }
    };
    await repository.put(file, toFrames(counted()));
    return { count, file };
  };
  const tables: KeptTable[] = [];
  for (const [index, table] of (await readTables(tx)).entries()) {
    if (scope.leftOut.includes(table.name)) continue;
    const { count, file } = await save(`${folder}${index}`, rowsOf(table));
    tables.push({ name: table.name, columns: table.columns.map(({ name }) => name), rows: count, file });
  }
  const objects = await save(`${folder}objects`, scope.objects);
  const { rows: migrations } = await sql<Manifest['migrations'][number]>`
    SELECT name, checksum FROM schema_migrations ORDER BY name`.execute(tx);
  const { rows: dataKeys } = await sql<Manifest['dataKeys'][number]>`
    SELECT id, encode(proof, 'base64') AS proof FROM data_keys ORDER BY id`.execute(tx);
  return { migrations, tables, sequences: await readSequences(tx), objects, dataKeys };
}
