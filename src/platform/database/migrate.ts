import { sql } from 'kysely';
import { internalError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Database, Db } from './database.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { refuseHalfRestored } from './restoration.ts';

/** An arbitrary number that nothing else in this database locks. */
const MIGRATION_LOCK = 8_675_309;

export const MigrationRefused = internalError(
  'unavailable',
  'migration_refused',
  (message: string) => message,
);

type Options = {
  log: Log;
  migrations?: Migration[];
  /** A backup is being restored: the rows come after the tables. */
  restoring?: boolean;
};

export async function migrate(database: Database, options: Options): Promise<void> {
  const migrations = options.migrations ?? (await readMigrations());
  await whileNobodyMigrates(database, async (db) => {
    if (!options.restoring) await refuseHalfRestored(db);
    await applyPending(db, migrations, options.log);
  });
}

/** Use only the given handle. */
export async function whileNobodyMigrates<T>(
  database: Pick<Database, 'db'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  // One connection throughout: the lock belongs to its session, and is released if this node dies.
  return database.db.connection().execute(async (db) => {
    // Waiting for another node, or migrating, may take long.
    await sql`set statement_timeout = 0`.execute(db);
    await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
    try {
      return await work(db);
    } finally {
      await sql`reset statement_timeout`.execute(db);
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
    }
  });
}

async function applyPending(db: Db, migrations: Migration[], log: Log): Promise<void> {
  for (const migration of await pendingOf(db, migrations)) {
    await apply(db, migration);
    log.info({ migration: migration.name }, 'migrated');
  }
}

export async function pendingOf(db: Db, migrations: Migration[]): Promise<Migration[]> {
  await sql`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`.execute(db);
  return pendingAfter(await selectApplied(db), migrations);
}

/** Null if nothing was ever migrated. Changes nothing, and throws where `migrate` would refuse. */
export async function inspectSchema(db: Db, migrations?: Migration[]): Promise<{ pending: string[] } | null> {
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('schema_migrations') is not null as known`.execute(db);
  await refuseHalfRestored(db);
  if (!rows[0]?.known) return null;
  const pending = pendingAfter(await selectApplied(db), migrations ?? (await readMigrations()));
  return { pending: pending.map(({ name }) => name) };
}

type Applied = Map<string, string>;

async function selectApplied(db: Db): Promise<Applied> {
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from schema_migrations order by name`.execute(db);
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

function pendingAfter(applied: Applied, migrations: Migration[]): Migration[] {
  refuseNewerSchema(migrations, applied);
  refuseChangedHistory(migrations, applied);
  return migrations.filter(({ name }) => !applied.has(name));
}

/** A newer version may read and write what this code does not know of, so it must not touch anything. */
function refuseNewerSchema(migrations: Migration[], applied: Applied): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new MigrationRefused(
    `The database was migrated by a newer version: this one does not know ${unknown.join(', ')}. Start that version again, or restore a backup from before it.`,
  );
}

function refuseChangedHistory(migrations: Migration[], applied: Applied): void {
  const newest = [...applied.keys()].at(-1) ?? '';
  for (const { name, checksum } of migrations) {
    const recorded = applied.get(name);
    if (recorded !== undefined && recorded !== checksum) {
      throw new MigrationRefused(
        `Migration ${name} was edited after it had been applied; add a new one instead.`,
      );
    }
    if (recorded === undefined && name < newest) {
      throw new MigrationRefused(
        `Migration ${name} comes before ${newest}, which is applied; give it a later number.`,
      );
    }
  }
}

async function apply(db: Db, migration: Migration): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql.raw(migration.statements).execute(tx);
    await sql`insert into schema_migrations (name, checksum) values (${migration.name}, ${migration.checksum})`.execute(
      tx,
    );
  });
}
