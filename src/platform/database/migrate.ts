import { sql } from 'kysely';
import { internalError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Database, Db } from './database.ts';
import { type Migration, readMigrations } from './migration-files.ts';

/** An arbitrary number that nothing else in this database locks. */
const MIGRATION_LOCK = 8_675_309;

export const MigrationRefused = internalError(
  'unavailable',
  'migration_refused',
  (message: string) => message,
);

export async function migrate(
  database: Database,
  options: { log: Log; migrations?: Migration[] },
): Promise<void> {
  const migrations = options.migrations ?? (await readMigrations());
  // One connection throughout: the lock belongs to its session, and is released if this node dies.
  await database.db.connection().execute(async (db) => {
    // Waiting for another node, or migrating, may take long.
    await sql`set statement_timeout = 0`.execute(db);
    await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
    try {
      await applyPending(db, migrations, options.log);
    } finally {
      await sql`reset statement_timeout`.execute(db);
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
    }
  });
}

async function applyPending(db: Db, migrations: Migration[], log: Log): Promise<void> {
  await sql`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`.execute(db);
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from schema_migrations order by name`.execute(db);
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  refuseNewerSchema(migrations, applied);
  refuseChangedHistory(migrations, applied);
  for (const migration of migrations) {
    if (applied.has(migration.name)) continue;
    await apply(db, migration);
    log.info({ migration: migration.name }, 'migrated');
  }
}

/** A newer version may read and write what this code does not know of, so it must not touch anything. */
function refuseNewerSchema(migrations: Migration[], applied: Map<string, string>): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new MigrationRefused(
    `The database was migrated by a newer version: this one does not know ${unknown.join(', ')}. Start that version again, or restore a backup from before it.`,
  );
}

function refuseChangedHistory(migrations: Migration[], applied: Map<string, string>): void {
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
