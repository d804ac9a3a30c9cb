import { createHash } from 'node:crypto';
import { type Db, type Sql, sql, tableOf } from '../../platform/database/index.ts';

export type Window = {
  limit: number;
  windowMs: number;
  /** Absent: the database's clock, the only one that all nodes share. */
  nowMs?: number | undefined;
};

export type WindowHit = Window & { subject: string };

export type WindowVerdict = {
  allowed: boolean;
  used: number;
  /** Time until the oldest hit leaves the window, which is when a full window admits the next. */
  freesInMs: number;
};

type VerdictRow = { allowed: boolean; used: number; frees_in_us: string | number };

const US_PER_MS = 1000;

/** Counts a hit unless the window is full. */
export async function hitWindow(db: Db, { subject, ...window }: WindowHit): Promise<WindowVerdict> {
  const { rows } = await sql<VerdictRow>`${counted(window, sql`SELECT ${hashOf(subject)}::bytea`)}`.execute(
    db,
  );
  return verdictOf(rows[0]);
}

export type PairOfSubjects = { own: string; shared: string };
export type PairOfVerdicts = { own: WindowVerdict; shared: WindowVerdict | null };

type PairRow = VerdictRow & {
  /** Null: the own window was full. */
  shared_allowed: boolean | null;
  shared_used: number;
  shared_frees_in_us: string | number;
};

/**
 * Counts one hit for each pair in the window of `own`, and if that admits it also in the window of `shared`. No subject
 * may come twice. One statement; it locks all own windows before shared ones, and either kind in its order, so that callers
 * who share some cannot deadlock.
 */
export async function hitPairs(
  db: Db,
  windows: { own: Window; shared: Window },
  pairs: readonly PairOfSubjects[],
): Promise<PairOfVerdicts[]> {
  const subjects = pairs.map(({ own, shared }, place) => ({
    own: hashOf(own),
    shared: hashOf(shared),
    place,
  }));
  const { rows } = await sql<PairRow>`
    WITH pairs AS (
      SELECT * FROM ${tableOf({ own: 'bytea', shared: 'bytea', place: 'integer' }, subjects)}
    ), own AS (
      ${counted(windows.own, sql`SELECT own FROM pairs ORDER BY own`)}
    ), shared AS (
      ${counted(
        windows.shared,
        sql`SELECT shared FROM pairs JOIN own ON own.subject = pairs.own WHERE own.allowed ORDER BY shared`,
      )}
    )
    SELECT own.*, shared.allowed AS shared_allowed, shared.used AS shared_used, shared.frees_in_us AS shared_frees_in_us
    FROM pairs JOIN own ON own.subject = pairs.own LEFT JOIN shared ON shared.subject = pairs.shared AND own.allowed
    ORDER BY place`.execute(db);
  return pairs.map((_, index) => pairOf(rows[index]));
}

function pairOf(row: PairRow | undefined): PairOfVerdicts {
  const own = verdictOf(row);
  if (!row || row.shared_allowed === null) return { own, shared: null };
  const { shared_allowed: allowed, shared_used: used, shared_frees_in_us: frees_in_us } = row;
  return { own, shared: verdictOf({ allowed, used, frees_in_us }) };
}

/**
 * The SET expressions run on the newest version of the row once it is locked, so that concurrent hits queue up and
 * each sees all before it. `width_bucket` is a binary search in the sorted array; OFFSET 0 keeps the planner from
 * evaluating the volatile clock more than once.
 */
function counted({ limit, windowMs, nowMs }: Window, subjects: Sql): Sql {
  const windowUs = windowMs * US_PER_MS;
  const nowUs = nowMs === undefined ? null : nowMs * US_PER_MS;
  const clock = sql`coalesce(${nowUs}::bigint, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)`;
  return sql`
    INSERT INTO rate_windows AS w (subject, hits_us, allowed, seen_us, expires_us)
    SELECT subject, ARRAY[now_us], true, now_us, now_us + ${windowUs}::bigint
    FROM (${subjects}) AS hit (subject), (SELECT ${clock} AS now_us OFFSET 0) AS first
    ON CONFLICT (subject) DO UPDATE SET (hits_us, allowed, seen_us, expires_us) = (
      SELECT CASE WHEN cardinality(live) < ${limit}::int THEN live || now_us ELSE live END,
             cardinality(live) < ${limit}::int,
             now_us,
             now_us + ${windowUs}::bigint
      FROM (
        SELECT now_us, w.hits_us[width_bucket(now_us - ${windowUs}::bigint, w.hits_us) + 1:] AS live
        FROM (SELECT greatest(w.seen_us, ${clock}) AS now_us OFFSET 0) AS moment
        OFFSET 0
      ) AS state
    )
    RETURNING subject, allowed, cardinality(hits_us) AS used,
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

/**
 * A sequential scan on purpose: an index on the expiry would cost every hit a write. It passes over locked rows: a hit that
 * holds one of them waits for the next in another order, and the two would deadlock.
 */
export async function sweepWindows(db: Db, nowMs?: number): Promise<number> {
  const nowUs = nowMs === undefined ? null : nowMs * US_PER_MS;
  const { numAffectedRows } = await sql`
    DELETE FROM rate_windows WHERE subject IN (
      SELECT subject FROM rate_windows
      WHERE expires_us < coalesce(${nowUs}::bigint, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
      FOR UPDATE SKIP LOCKED
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Keys of fixed width, and no addresses or key ids at rest. */
function hashOf(subject: string): Buffer {
  return createHash('sha256').update(subject).digest();
}
