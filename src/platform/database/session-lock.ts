import { sql } from 'kysely';
import type { Database, Db } from './database.ts';

/**
 * Runs `work` unless another session has the lock, which throws `taken`. One connection throughout: the lock belongs to its session.
 */
export function aloneOnServer<T>(
  { db }: Pick<Database, 'db'>,
  { lock, taken }: { lock: number; taken: Error },
  work: (held: Db) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (held) => {
    const { rows } = await sql<{
      alone: boolean;
    }>`SELECT pg_try_advisory_lock(${sql.lit(lock)}) AS alone`.execute(held);
    if (!rows[0]?.alone) throw taken;
    try {
      return await work(held);
    } finally {
      await sql`SELECT pg_advisory_unlock(${sql.lit(lock)})`.execute(held);
    }
  });
}
