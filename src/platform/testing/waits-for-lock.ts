import { sql, type Tx } from '../database/index.ts';

/** Waits until this many transactions wait for this one. PGlite has one connection, so there the others have not begun. */
export async function waitsForLock(tx: Tx, count = 1): Promise<void> {
  for (let look = 0; look < 1_000; look += 1) {
    const { rows } = await sql<{ blocked: number }>`
      SELECT count(*)::int AS blocked FROM pg_stat_activity
      WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))`.execute(tx);
    if ((rows[0]?.blocked ?? 0) >= count) return;
  }
}
