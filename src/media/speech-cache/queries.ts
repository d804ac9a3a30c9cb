import type { TimedWord } from '../../engines/speech/index.ts';
import { ONCE_CLOSED, type Rider } from '../../money/ledger/index.ts';
import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import { adoptWhere, markSelected } from '../../platform/storage/index.ts';

/** A chunk of the engine without its samples; `samples` is how many there are. */
export type ChunkFacts = {
  samples: number;
  sentenceIndex: number;
  start: number;
  end: number;
  words: TimedWord[];
};

export type CacheRow = { object_key: string; sample_rate: number; chunks: ChunkFacts[] };

export type NewCacheRow = {
  objectKey: string;
  key: string;
  accountId: string;
  sampleRate: number;
  bytes: number;
  chunks: readonly ChunkFacts[];
  /** A voice of the account. Null for presets. */
  voiceId: string | null;
  now: Date;
};

/** Losing a time of last use does no harm, so no caller waits for the disk. */
const FLUSH_LATER = sql`set_config('synchronous_commit', 'off', true)`;
/** Coarse enough that a popular entry is not updated on every use. */
const USE_GRAIN_MS = 60_000;

/** Two concurrent calls may both have filled the cache; either entry is valid. */
export async function findCached(
  db: Db,
  accountId: string,
  key: string,
  now: Date,
): Promise<CacheRow | undefined> {
  const { rows } = await sql<CacheRow & { last_used_at: Date }>`
    SELECT object_key, sample_rate, chunks, last_used_at FROM speech_cache
    WHERE key = ${key} AND account_id = ${accountId}::uuid LIMIT 1
  `.execute(db);
  const [row] = rows;
  if (row && now.getTime() - row.last_used_at.getTime() > USE_GRAIN_MS)
    await sql`
      UPDATE speech_cache SET last_used_at = ${now}::timestamptz WHERE object_key = ${row.object_key}
      RETURNING ${FLUSH_LATER}
    `.execute(db);
  return row;
}

/**
 * Part of the statement that settles the charge: inserts the entry and adopts its object. Speech of a voice that was
 * deleted or taken down meanwhile is not kept; the lock makes a deletion that runs at the same time wait, or be seen.
 */
export function insertCached(row: NewCacheRow): Rider[] {
  const voiceIsThere =
    row.voiceId === null
      ? sql`true`
      : sql`EXISTS (
          SELECT FROM voices WHERE id = ${row.voiceId}::uuid AND taken_down_reason IS NULL FOR KEY SHARE)`;
  const insert = sql`
    INSERT INTO speech_cache (object_key, key, account_id, sample_rate, bytes, chunks, voice_id, last_used_at)
    SELECT ${row.objectKey}::text, ${row.key}::text, ${row.accountId}::uuid, ${row.sampleRate}::integer,
      ${row.bytes}::bigint, ${JSON.stringify(row.chunks)}::jsonb, ${row.voiceId}::uuid, ${row.now}::timestamptz
    ${ONCE_CLOSED} WHERE ${voiceIsThere}
  `;
  return [insert, adoptWhere(row.objectKey, sql`EXISTS (SELECT ${ONCE_CLOSED}) AND ${voiceIsThere}`)];
}

/** Returns the objects, now marked for deletion. */
export async function deleteOfVoice(tx: Tx, voiceId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ object_key: string }>`
    WITH gone AS (DELETE FROM speech_cache WHERE voice_id = ${voiceId}::uuid RETURNING object_key),
      marked AS (${markSelected(sql`SELECT object_key FROM gone`, now)})
    SELECT object_key FROM gone
  `.execute(tx);
  return rows.map((row) => row.object_key);
}

/** For an entry whose object is missing or incomplete. */
export async function deleteCached(db: Db, objectKey: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ object_key: string }>`
    WITH gone AS (DELETE FROM speech_cache WHERE object_key = ${objectKey} RETURNING object_key),
      marked AS (${markSelected(sql`SELECT object_key FROM gone`, now)})
    SELECT object_key FROM gone
  `.execute(db);
  return rows.map((row) => row.object_key);
}

export type CacheRef = { accountId: string; key: string };

/** Deletes the entries that no history entry refers to, and returns their objects, now marked for deletion. */
export async function deleteUnused(db: Db, refs: readonly CacheRef[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ object_key: string }>`
    WITH gone AS (
      DELETE FROM speech_cache c
      USING unnest(${refs.map((ref) => ref.accountId)}::uuid[], ${refs.map((ref) => ref.key)}::text[]) AS r (account_id, key)
      WHERE c.key = r.key AND c.account_id = r.account_id
        AND NOT EXISTS (SELECT FROM generations g WHERE g.cache_key = c.key)
      RETURNING c.object_key
    ), marked AS (${markSelected(sql`SELECT object_key FROM gone`, now)})
    SELECT object_key FROM gone
  `.execute(db);
  return rows.map((row) => row.object_key);
}

/** A position in the order of last use. The time is text because a `Date` would round it. */
export type UsePosition = { last_used_at: string; object_key: string };

/** Across tenants: the most recently used entry that lies beyond `maxBytes`. It and all older ones must go. */
export async function findEvictionStart(db: Db, maxBytes: number): Promise<UsePosition | undefined> {
  const { rows } = await sql<UsePosition>`
    SELECT last_used_at::text, object_key FROM (
      SELECT last_used_at, object_key,
        sum(bytes) OVER (ORDER BY last_used_at DESC, object_key DESC ROWS UNBOUNDED PRECEDING) AS bytes_so_far
      FROM speech_cache
    ) AS by_use
    WHERE bytes_so_far > ${maxBytes}::bigint
    ORDER BY by_use.last_used_at DESC, object_key DESC LIMIT 1
  `.execute(db);
  return rows[0];
}

/** One batch of `start` and the entries used before it. */
export async function deleteOldest(db: Db, start: UsePosition, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ object_key: string }>`
    WITH old AS (
      SELECT object_key FROM speech_cache
      WHERE (last_used_at, object_key) <= (${start.last_used_at}::timestamptz, ${start.object_key})
      ORDER BY last_used_at, object_key LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM speech_cache WHERE object_key IN (SELECT object_key FROM old) RETURNING object_key
    ), marked AS (${markSelected(sql`SELECT object_key FROM gone`, now)})
    SELECT object_key FROM gone
  `.execute(db);
  return rows.map((row) => row.object_key);
}
