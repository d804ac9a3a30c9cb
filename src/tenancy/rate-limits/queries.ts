import { createHash } from 'node:crypto';
import { type Db, type Sql, sql } from '../../platform/database/index.ts';

export type WindowHit = {
  subject: string;
  limit: number;
  windowMs: number;
  /** Absent: the database's clock, the only one that all nodes share. */
  nowMs?: number | undefined;
};

export type WindowVerdict = {
  allowed: boolean;
  used: number;
  /** Time until the oldest hit leaves the window, which is when a full window admits the next. */
  freesInMs: number;
};

type VerdictRow = { allowed: boolean; used: number; frees_in_us: string | number };

const US_PER_MS = 1000;

/** Counts a hit unless the window is full. */
export async function hitWindow(db: Db, hit: WindowHit): Promise<WindowVerdict> {
  const { rows } = await sql<VerdictRow>`${counted(hit)}`.execute(db);
  return verdictOf(rows[0]);
}

/**
 * Counts a hit in `own`, and if that admits it also in `shared`. One statement; the windows are always locked in this
 * order, so that callers who share one cannot deadlock.
 */
export async function hitBothWindows(
  db: Db,
  own: WindowHit,
  shared: WindowHit,
): Promise<{ own: WindowVerdict; shared: WindowVerdict | null }> {
  const { rows } = await sql<VerdictRow>`
    WITH own AS (${counted(own)}), shared AS (${counted(shared, sql`(SELECT allowed FROM own)`)})
    SELECT * FROM (SELECT 1 AS place, own.* FROM own UNION ALL SELECT 2, shared.* FROM shared) AS both_windows
    ORDER BY place`.execute(db);
  return { own: verdictOf(rows[0]), shared: rows[1] ? verdictOf(rows[1]) : null };
}

/**
 * The SET expressions run on the newest version of the row once it is locked, so that concurrent hits queue up and
 * each sees all before it. `width_bucket` is a binary search in the sorted array; OFFSET 0 keeps the planner from
 * evaluating the volatile clock more than once.
 */
function counted(hit: WindowHit, condition: Sql = sql`true`): Sql {
  const windowUs = hit.windowMs * US_PER_MS;
  const nowUs = hit.nowMs === undefined ? null : hit.nowMs * US_PER_MS;
  const clock = sql`coalesce(${nowUs}::bigint, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)`;
  return sql`
    INSERT INTO rate_windows AS w (subject, hits_us, allowed, seen_us, expires_us)
    SELECT ${hashOf(hit.subject)}::bytea, ARRAY[now_us], true, now_us, now_us + ${windowUs}::bigint
    FROM (SELECT ${clock} AS now_us OFFSET 0) AS first WHERE ${condition}
    ON CONFLICT (subject) DO UPDATE SET (hits_us, allowed, seen_us, expires_us) = (
      SELECT CASE WHEN cardinality(live) < ${hit.limit}::int THEN live || now_us ELSE live END,
             cardinality(live) < ${hit.limit}::int,
             now_us,
             now_us + ${windowUs}::bigint
      FROM (
        SELECT now_us, w.hits_us[width_bucket(now_us - ${windowUs}::bigint, w.hits_us) + 1:] AS live
        FROM (SELECT greatest(w.seen_us, ${clock}) AS now_us OFFSET 0) AS moment
        OFFSET 0
      ) AS state
    )
    RETURNING allowed, cardinality(hits_us) AS used,
              coalesce(hits_us[1] + ${windowUs}::bigint - seen_us, 0) AS frees_in_us`;
}

function verdictOf(row: VerdictRow | undefined): WindowVerdict {
  if (!row) throw new Error('A rate window returned no row.');
  return { allowed: row.allowed, used: row.used, freesInMs: Number(row.frees_in_us) / US_PER_MS };
}

/** Takes back the newest hit, for an attempt that turned out not to count. */
export async function forgiveLastHit(db: Db, subject: string): Promise<void> {
  await sql`
    UPDATE rate_windows SET hits_us = hits_us[:cardinality(hits_us) - 1]
    WHERE subject = ${hashOf(subject)}::bytea`.execute(db);
}

export async function clearWindow(db: Db, subject: string): Promise<void> {
  await sql`DELETE FROM rate_windows WHERE subject = ${hashOf(subject)}::bytea`.execute(db);
}

/** A sequential scan on purpose: an index on the expiry would cost every hit a write. */
export async function sweepWindows(db: Db, nowMs?: number): Promise<number> {
  const nowUs = nowMs === undefined ? null : nowMs * US_PER_MS;
  const { numAffectedRows } = await sql`
    DELETE FROM rate_windows
    WHERE expires_us < coalesce(${nowUs}::bigint, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Keys of fixed width, and no addresses or key ids at rest. */
function hashOf(subject: string): Buffer {
  return createHash('sha256').update(subject).digest();
}
