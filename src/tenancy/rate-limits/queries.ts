import { createHash } from 'node:crypto';
import { type Db, sql } from '../../platform/database/index.ts';

export type WindowHit = {
  subject: string;
  limit: number;
  windowMs: number;
  /** Absent: the database's own clock, the only one that all nodes share. */
  nowMs?: number | undefined;
};

export type WindowVerdict = {
  allowed: boolean;
  used: number;
  /** When the oldest counted hit leaves the window, and so the soonest that a full one admits another. */
  freesInMs: number;
};

type VerdictRow = { allowed: boolean; used: number; frees_in_us: string | number };

const US_PER_MS = 1000;

/**
 * One statement. The SET expressions run once the row is locked, on its newest version, so that concurrent hits on
 * a subject queue up and each sees all before it. `width_bucket` is a binary search in the sorted array; OFFSET 0
 * keeps the planner from copying the volatile clock into several places.
 */
export async function hitWindow(db: Db, hit: WindowHit): Promise<WindowVerdict> {
  const windowUs = hit.windowMs * US_PER_MS;
  const nowUs = hit.nowMs === undefined ? null : hit.nowMs * US_PER_MS;
  const clock = sql`coalesce(${nowUs}::bigint, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)`;
  const { rows } = await sql<VerdictRow>`
    INSERT INTO rate_windows AS w (subject, hits_us, allowed, seen_us, expires_us)
    SELECT ${hashOf(hit.subject)}::bytea, ARRAY[now_us], true, now_us, now_us + ${windowUs}::bigint
    FROM (SELECT ${clock} AS now_us OFFSET 0) AS first
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
              coalesce(hits_us[1] + ${windowUs}::bigint - seen_us, 0) AS frees_in_us`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('A rate window answered no row.');
  return { allowed: row.allowed, used: row.used, freesInMs: Number(row.frees_in_us) / US_PER_MS };
}

/** Takes the newest hit back: the attempt turned out not to count. */
export async function forgiveLastHit(db: Db, subject: string): Promise<void> {
  await sql`
    UPDATE rate_windows SET hits_us = hits_us[:cardinality(hits_us) - 1]
    WHERE subject = ${hashOf(subject)}::bytea`.execute(db);
}

export async function clearWindow(db: Db, subject: string): Promise<void> {
  await sql`DELETE FROM rate_windows WHERE subject = ${hashOf(subject)}::bytea`.execute(db);
}

/** A sequential scan on purpose: an index on the expiry would make every hit write to it. */
export async function sweepWindows(db: Db, nowMs?: number): Promise<number> {
  const nowUs = nowMs === undefined ? null : nowMs * US_PER_MS;
  const { numAffectedRows } = await sql`
    DELETE FROM rate_windows
    WHERE expires_us < coalesce(${nowUs}::bigint, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Fixed-width keys, and no address or key id at rest. */
function hashOf(subject: string): Buffer {
  return createHash('sha256').update(subject).digest();
}
