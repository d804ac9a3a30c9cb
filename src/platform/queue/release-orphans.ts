import type { PgBoss } from 'pg-boss';
import { type Database, sql } from '../database/index.ts';

/** The embedded database has one process at a time, so what is active at its start belongs to one that died; on a
 * server another node may be at work on it, and only its heartbeat or deadline can tell. */
export async function releaseOrphans(boss: PgBoss, database: Database): Promise<void> {
  if (database.kind !== 'pglite') return;
  const { rows } = await sql<{ name: string; ids: string[] }>`
    select name, array_agg(id::text) as ids from queue.job where state = 'active' group by name`.execute(
    database.db,
  );
  for (const { name, ids } of rows) await boss.fail(name, ids, { message: 'the process ended' });
}
