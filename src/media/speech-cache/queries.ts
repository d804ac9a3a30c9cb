import type { TimedWord } from '../../../engines/speech/index.ts';
import type { Rider, RiderKind } from '../../money/ledger/index.ts';
import {
  type Db,
  inBatches,
  perHandle,
  type Sql,
  sql,
  type Tx,
  tableOf,
} from '../../platform/database/index.ts';
import { adoptSelected, markSelected } from '../../platform/storage/index.ts';

/** A chunk of the engine without its samples; `samples` is how many there are. */
export type ChunkFacts = {
  samples: number;
  sentenceIndex: number;
  start: number;
  end: number;
  words: TimedWord[];
};

export type CacheRow = {
  object_key: string;
  /** Null: the entry owns its object. */
  header_bytes: number | null;
  sample_rate: number;
  chunks: ChunkFacts[];
};

export type NewCacheRow = {
  objectKey: string;
  /** Null: the entry owns its object, which has nothing but samples. */
  headerBytes: number | null;
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
  const row = await cacheRows(db)({ accountId, key });
  if (row && now.getTime() - row.last_used_at.getTime() > USE_GRAIN_MS)
    await sql`
      UPDATE speech_cache SET last_used_at = ${now}::timestamptz WHERE object_key = ${row.object_key}
      RETURNING ${FLUSH_LATER}
    `.execute(db);
  return row;
}

type FoundRow = CacheRow & CacheKeyColumns & { last_used_at: Date };
type CacheKeyColumns = { account_id: string; key: string };

const cacheRows = perHandle((db) =>
  inBatches(async (refs: readonly CacheRef[]) => {
    const { rows } = await sql<FoundRow>`
      SELECT found.* FROM ${tableOfRefs(refs)}, LATERAL (
        SELECT account_id, key, object_key, header_bytes, sample_rate, chunks, last_used_at FROM speech_cache c
        WHERE c.account_id = one.account_id AND c.key = one.key LIMIT 1
      ) AS found
    `.execute(db);
    const nameOf = (accountId: string, key: string) => `${accountId} ${key}`;
    const byName = new Map(rows.map((row) => [nameOf(row.account_id, row.key), row]));
    return refs.map(({ accountId, key }) => byName.get(nameOf(accountId, key)));
  }),
);

function tableOfRefs(refs: readonly CacheRef[]): Sql {
  const rows = refs.map(({ accountId, key }) => ({ account_id: accountId, key }));
  return tableOf({ account_id: 'uuid', key: 'text' }, rows);
}

const ROW = sql`object_key, header_bytes, key, account_id, sample_rate, bytes, chunks, voice_id, last_used_at`;

const COLUMNS = {
  object_key: 'text',
  header_bytes: 'integer',
  key: 'text',
  account_id: 'uuid',
  sample_rate: 'integer',
  bytes: 'bigint',
  chunks: 'jsonb',
  voice_id: 'uuid',
  last_used_at: 'timestamptz',
} as const;

/**
 * Speech of a voice that was deleted or taken down meanwhile is not kept; the lock makes a deletion that runs at the same time
 * wait, or be seen.
 */
const keptOf = (rows: Sql) => sql`FROM ${rows} AS one WHERE one.voice_id IS NULL OR EXISTS (
  SELECT FROM voices WHERE id = one.voice_id AND taken_down_reason IS NULL FOR KEY SHARE)`;

const insertKept = (rows: Sql) => sql`INSERT INTO speech_cache (${ROW}) SELECT ${ROW} ${keptOf(rows)}`;

/** Entries that read the file of the history, which its own row adopts. */
const READING: RiderKind = { columns: COLUMNS, write: (rows) => [insertKept(rows)] };

/** Entries with objects of their own, which are adopted. */
const OWNING: RiderKind = {
  columns: COLUMNS,
  write: (rows) => [insertKept(rows), adoptSelected(sql`SELECT object_key ${keptOf(rows)}`)],
};

/** Part of the statement that settles the charge. */
export function insertCached(one: NewCacheRow): Rider {
  const row = {
    object_key: one.objectKey,
    header_bytes: one.headerBytes,
    key: one.key,
    account_id: one.accountId,
    sample_rate: one.sampleRate,
    bytes: one.bytes,
    chunks: one.chunks,
    voice_id: one.voiceId,
    last_used_at: one.now,
  };
  return { kind: one.headerBytes === null ? OWNING : READING, row, waits: one.voiceId !== null };
}

type GoneRow = { object_key: string; header_bytes: number | null };

/** Ends a statement that deletes entries: marks the objects that they own for deletion. */
function deleting(entries: Sql, now: Date): Sql {
  return sql`gone AS (${entries} RETURNING object_key, header_bytes),
      marked AS (${markSelected(sql`SELECT object_key FROM gone WHERE header_bytes IS NULL`, now)})
    SELECT object_key, header_bytes FROM gone`;
}

/** Returns the objects of the cache alone, because the file of a history entry goes with the entry. */
function ownedOf(rows: readonly GoneRow[]): string[] {
  return rows.flatMap((row) => (row.header_bytes === null ? row.object_key : []));
}

/** Returns the objects, now marked for deletion. */
export async function deleteOfVoice(tx: Tx, voiceId: string, now: Date): Promise<string[]> {
  const entries = sql`DELETE FROM speech_cache WHERE voice_id = ${voiceId}::uuid`;
  const { rows } = await sql<GoneRow>`WITH ${deleting(entries, now)}`.execute(tx);
  return ownedOf(rows);
}

export async function deleteOfAccount(db: Db, accountId: string, now: Date): Promise<string[]> {
  const entries = sql`DELETE FROM speech_cache WHERE account_id = ${accountId}::uuid`;
  const { rows } = await sql<GoneRow>`WITH ${deleting(entries, now)}`.execute(db);
  return ownedOf(rows);
}

/** Deletes entries whose object is missing or incomplete. */
export async function deleteCached(db: Db, objectKey: string, now: Date): Promise<string[]> {
  const entries = sql`DELETE FROM speech_cache WHERE object_key = ${objectKey}`;
  const { rows } = await sql<GoneRow>`WITH ${deleting(entries, now)}`.execute(db);
  return ownedOf(rows);
}

/** Part of a statement that deletes files of the history: removes the entries that read them. `source` selects the keys. */
export function forgetFiles(source: Sql): Sql {
  return sql`DELETE FROM speech_cache WHERE object_key = ANY (ARRAY(${source})) AND header_bytes IS NOT NULL`;
}

export type CacheRef = { accountId: string; key: string };

/** Deletes the entries that no history entry refers to, and returns their objects, now marked for deletion. */
export async function deleteUnused(db: Db, refs: readonly CacheRef[], now: Date): Promise<string[]> {
  const entries = sql`
    DELETE FROM speech_cache c USING ${tableOfRefs(refs)}
    WHERE c.key = one.key AND c.account_id = one.account_id
      AND NOT EXISTS (SELECT FROM generations g WHERE g.cache_key = c.key)`;
  const { rows } = await sql<GoneRow>`WITH ${deleting(entries, now)}`.execute(db);
  return ownedOf(rows);
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
export async function deleteOldest(
  db: Db,
  start: UsePosition,
  now: Date,
  limit: number,
): Promise<{ entries: number; objectKeys: string[] }> {
  const entries = sql`DELETE FROM speech_cache WHERE object_key IN (SELECT object_key FROM old)`;
  const { rows } = await sql<GoneRow>`
    WITH old AS (
      SELECT object_key FROM speech_cache
      WHERE (last_used_at, object_key) <= (${start.last_used_at}::timestamptz, ${start.object_key})
      ORDER BY last_used_at, object_key LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), ${deleting(entries, now)}
  `.execute(db);
  return { entries: rows.length, objectKeys: ownedOf(rows) };
}
