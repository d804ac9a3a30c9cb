import type { TimedWord } from '../../engines/speech/index.ts';
import { ONCE_CLOSED, type Rider } from '../../money/ledger/index.ts';
import { type Db, sql } from '../../platform/database/index.ts';

/** A chunk of the engine without its samples; `samples` says how many there are. */
export type ChunkFacts = {
  samples: number;
  sentenceIndex: number;
  start: number;
  end: number;
  words: TimedWord[];
};

export type RecordingRow = { sample_rate: number; chunks: ChunkFacts[] };

export type NewRecording = {
  key: string;
  accountId: string;
  sampleRate: number;
  bytes: number;
  chunks: ChunkFacts[];
  now: Date;
};

/** What is kept here can be made again, so no caller waits for the disk. */
const FLUSH_LATER = sql`set_config('synchronous_commit', 'off', true)`;
/** Fine enough to tell what is in use, and coarse enough that a popular one is not written at every use. */
const USE_GRAIN_MS = 60_000;

/** Finding one is using it: the eviction takes those that were not found for longest. */
export async function useRecording(
  db: Db,
  accountId: string,
  key: string,
  now: Date,
): Promise<RecordingRow | undefined> {
  const mine = sql`key = ${key} AND account_id = ${accountId}::uuid`;
  const found = await sql<RecordingRow & { last_used_at: Date }>`
    SELECT sample_rate, chunks, last_used_at FROM recordings WHERE ${mine}
  `.execute(db);
  const row = found.rows[0];
  if (row && now.getTime() - row.last_used_at.getTime() > USE_GRAIN_MS)
    await sql`
      UPDATE recordings SET last_used_at = ${now}::timestamptz WHERE ${mine} RETURNING ${FLUSH_LATER}
    `.execute(db);
  return row;
}

export function recordingRow(recording: NewRecording): Rider {
  const { key, accountId, sampleRate, bytes, chunks, now } = recording;
  return sql`
    INSERT INTO recordings (key, account_id, sample_rate, bytes, chunks, last_used_at)
    SELECT ${key}::text, ${accountId}::uuid, ${sampleRate}::integer, ${bytes}::bigint, ${JSON.stringify(chunks)}::jsonb,
      ${now}::timestamptz ${ONCE_CLOSED}
    ON CONFLICT (key) DO UPDATE SET last_used_at = excluded.last_used_at, sample_rate = excluded.sample_rate,
      chunks = excluded.chunks, bytes = excluded.bytes
  `;
}

/** False while a generation still refers to it. */
export async function deleteRecording(db: Db, accountId: string, key: string): Promise<boolean> {
  const result = await sql<{ key: string }>`
    DELETE FROM recordings r WHERE key = ${key} AND account_id = ${accountId}::uuid
      AND NOT EXISTS (SELECT 1 FROM generations g WHERE g.recording_key = r.key)
    RETURNING key
  `.execute(db);
  return result.rows.length > 0;
}

/** Across tenants: whatever lies beyond the most recently used `maxBytes`. */
export async function evictRecordings(db: Db, maxBytes: number, limit: number): Promise<string[]> {
  const result = await sql<{ key: string }>`
    DELETE FROM recordings WHERE key IN (
      SELECT key FROM (
        SELECT key, last_used_at, sum(bytes) OVER (ORDER BY last_used_at DESC, key) AS bytes_so_far FROM recordings
      ) AS by_use
      WHERE bytes_so_far > ${maxBytes}::bigint ORDER BY last_used_at LIMIT ${limit}
    )
    RETURNING key
  `.execute(db);
  return result.rows.map((row) => row.key);
}
