import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, sql } from '../../src/platform/database/index.ts';

export type DatabaseFigures = {
  commits: number;
  walBytes: number;
  /** Rows inserted, updated and deleted. */
  rowsWritten: number;
  tables: Record<string, TableSize>;
};

/** `bytes` with indexes and dead rows. */
type TableSize = { rows: number; bytes: number };

export type Waits = { samples: number; active: number; byEvent: Map<string, number> };

const SAMPLE_EVERY_MS = 20;

/** Totals since the server started. PostgreSQL's own figures lag behind by up to a second. */
export async function databaseFigures(db: Db): Promise<DatabaseFigures> {
  await sleep(1_500);
  const { rows } = await sql<DatabaseFigures>`
    SELECT xact_commit::float8 AS commits,
      (SELECT wal_bytes::float8 FROM pg_stat_wal) AS "walBytes",
      (tup_inserted + tup_updated + tup_deleted)::float8 AS "rowsWritten",
      (SELECT jsonb_object_agg(schemaname || '.' || relname,
          jsonb_build_object('rows', n_tup_ins - n_tup_del, 'bytes', pg_total_relation_size(relid)))
        FROM pg_stat_user_tables) AS tables
    FROM pg_stat_database WHERE datname = current_database()`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL has no figures of this database');
  return row;
}

export function difference(before: DatabaseFigures, after: DatabaseFigures) {
  return {
    commits: after.commits - before.commits,
    walBytes: after.walBytes - before.walBytes,
    rowsWritten: after.rowsWritten - before.rowsWritten,
    keptBytes: keptBytes(before, after),
  };
}

/** Files grow in steps, so the rows that were added are counted, each at the average size of its table. */
function keptBytes(before: DatabaseFigures, after: DatabaseFigures): number {
  const added = Object.entries(after.tables).map(([table, { rows, bytes }]) => {
    const more = rows - (before.tables[table]?.rows ?? 0);
    return rows > 0 && more > 0 ? (more * bytes) / rows : 0;
  });
  return added.reduce((sum, bytes) => sum + bytes, 0);
}

/** Samples what the connections wait for, until stopped. */
export function sampleWaits(db: Db): () => Promise<Waits> {
  const waits: Waits = { samples: 0, active: 0, byEvent: new Map() };
  const stopped = new AbortController();
  const running = (async () => {
    while (!stopped.signal.aborted) {
      const { rows } = await sql<{ event: string; connections: number }>`
        SELECT coalesce(wait_event_type || ' ' || wait_event, 'working') AS event, count(*)::int AS connections
        FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()
        GROUP BY 1`.execute(db);
      waits.samples += 1;
      for (const { event, connections } of rows) {
        waits.active += connections;
        waits.byEvent.set(event, (waits.byEvent.get(event) ?? 0) + connections);
      }
      await sleep(SAMPLE_EVERY_MS);
    }
  })();
  return async () => {
    stopped.abort();
    await running;
    return waits;
  };
}
