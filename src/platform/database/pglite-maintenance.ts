import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Log } from '../log.ts';
import type { Db } from './database.ts';

const LOOK_EVERY_MS = 5_000;
/** Maintenance blocks the database for up to half a second, so it waits for an idle moment. */
const QUIET_MS = 1_000;
/** A database that is never idle is maintained at this interval. */
const LATEST_AFTER_MS = 10 * 60_000;
/** A longer log is checkpointed: after a crash, the next start waits until the log is replayed. */
const CHECKPOINT_BYTES = 32 * 1024 * 1024;
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** A server has background processes that checkpoint, vacuum and analyze; PGlite has none, so its log and tables
 * would grow without end. */
export function startMaintenance(
  db: Db,
  folder: string,
  lastUsedMs: () => number,
  log: Log,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  let doneMs = performance.now();
  const look = (): void => {
    if (!isMaintenanceDue({ nowMs: performance.now(), lastUsedMs: lastUsedMs(), doneMs })) return;
    running ??= maintainIfRoom(db, folder)
      .catch((error: unknown) => log.error({ err: error }, 'embedded database maintenance failed'))
      .finally(() => {
        running = undefined;
        doneMs = performance.now();
      });
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
type Moments = { nowMs: number; lastUsedMs: number; doneMs: number };

export function isMaintenanceDue({ nowMs, lastUsedMs, doneMs }: Moments): boolean {
  if (lastUsedMs <= doneMs) return false;
  return nowMs - lastUsedMs >= QUIET_MS || nowMs - doneMs >= LATEST_AFTER_MS;
}

/** A checkpoint on a full disk ends the database, whereas a statement only fails. */
async function maintainIfRoom(db: Db, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < LEAST_FREE_BYTES) throw new Error('the disk is nearly full');
  await maintain(db);
}

/** One table at a time, so that requests run in between. The thresholds are PostgreSQL's own. */
export async function maintain(db: Db): Promise<void> {
  // The view lacks the counts of the last second until they are flushed.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, relname) as name
    from pg_stat_user_tables
    where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`.execute(db);
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.raw(name)}`.execute(db);
  if ((await unreplayedBytes(db)) > CHECKPOINT_BYTES) await sql`checkpoint`.execute(db);
}

export async function unreplayedBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::int8 as bytes from pg_control_checkpoint()`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}
