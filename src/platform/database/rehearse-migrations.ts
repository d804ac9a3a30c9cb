import { sql } from 'kysely';
import type { Database } from './database.ts';
import { pendingOf } from './migrate.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { refuseHalfRestored } from './restoration.ts';

export type Rehearsed = { name: string; ms: number };

const LOCK_WAIT_MS = 5_000;

/**
 * Applies what is pending and takes it back. On a database that is in use, calls that need the same tables wait meanwhile, and
 * it gives up where it would have to wait for them for long.
 */
export async function rehearseMigrations(database: Database, migrations?: Migration[]): Promise<Rehearsed[]> {
  const all = migrations ?? (await readMigrations());
  const rehearsed: Rehearsed[] = [];
  const takeBack = new Error('taken back');
  await database.db
    .transaction()
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(tx);
      await refuseHalfRestored(tx);
      for (const migration of await pendingOf(tx, all)) {
        const startMs = performance.now();
        await sql.raw(migration.statements).execute(tx);
        rehearsed.push({ name: migration.name, ms: Math.round(performance.now() - startMs) });
      }
      throw takeBack;
    })
    .catch((error: unknown) => {
      if (error !== takeBack) throw error;
    });
  return rehearsed;
}
