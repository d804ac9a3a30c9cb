import type { Page } from '../../http/index.ts';
import type { Rider, RiderKind } from '../../money/ledger/index.ts';
import { type Db, sql } from '../../platform/database/index.ts';
import { adoptSelected, markSelected, type ObjectColumn } from '../../platform/storage/index.ts';
import { forgetFiles } from '../speech-cache/index.ts';

export const HISTORY_OBJECTS: readonly ObjectColumn[] = [{ table: 'generations', column: 'audio_key' }];

export type GenerationRow = {
  id: string;
  kind: string;
  text_excerpt: string;
  /** Null for music and sound effects. */
  voice_id: string | null;
  model: string;
  format: string;
  characters: number;
  credits: number;
  duration_seconds: number;
  created_at: Date;
  audio_key: string | null;
};

export type NewGeneration = {
  id: string;
  accountId: string;
  kind: string;
  textExcerpt: string;
  text: string;
  words: TimedSpan[];
  voiceId: string | null;
  model: string;
  format: string;
  characters: number;
  credits: number;
  durationSeconds: number;
  audioKey: string | null;
  cacheKey: string | null;
  now: Date;
};

/** A spoken word: seconds from the start of the audio, UTF-16 offsets in the text. */
export type TimedSpan = { start: number; end: number; startChar: number; endChar: number };

const COLUMNS = sql`id, kind, text_excerpt, voice_id, model, format, characters, credits, duration_seconds,
  created_at, audio_key`;

const ROW = sql`id, account_id, kind, text_excerpt, text, words, voice_id, model, format, characters, credits,
  duration_seconds, audio_key, cache_key, created_at`;

/** Inserts the entries and adopts their audio. */
const GENERATIONS: RiderKind = {
  columns: {
    id: 'uuid',
    account_id: 'uuid',
    kind: 'text',
    text_excerpt: 'text',
    text: 'text',
    words: 'jsonb',
    voice_id: 'text',
    model: 'text',
    format: 'text',
    characters: 'bigint',
    credits: 'bigint',
    duration_seconds: 'double precision',
    audio_key: 'text',
    cache_key: 'text',
    created_at: 'timestamptz',
  },
  write: (rows) => [
    sql`INSERT INTO generations (${ROW}) SELECT ${ROW} FROM ${rows}`,
    adoptSelected(sql`SELECT audio_key FROM ${rows}`),
  ],
};

/** Part of the statement that settles the charge. */
export function insertGeneration(one: NewGeneration): Rider {
  const row = {
    id: one.id,
    account_id: one.accountId,
    kind: one.kind,
    // JSON of the database refuses half a surrogate pair, which a cut text may end with.
    text_excerpt: one.textExcerpt.toWellFormed(),
    text: one.text.toWellFormed(),
    words: one.words,
    voice_id: one.voiceId,
    model: one.model,
    format: one.format,
    characters: one.characters,
    credits: one.credits,
    duration_seconds: one.durationSeconds,
    audio_key: one.audioKey,
    cache_key: one.cacheKey,
    created_at: one.now,
  };
  return { kind: GENERATIONS, row };
}

/** Newest first. Returns one row more than the page if there is a next page. */
export async function listGenerations(
  db: Db,
  accountId: string,
  { limit, before }: Pick<Page, 'limit'> & { before: string | null },
): Promise<GenerationRow[]> {
  const result = await sql<GenerationRow>`
    SELECT ${COLUMNS} FROM generations
    WHERE account_id = ${accountId}::uuid AND (${before}::uuid IS NULL OR id < ${before}::uuid)
    ORDER BY id DESC LIMIT ${limit + 1}
  `.execute(db);
  return result.rows;
}

export async function findGeneration(
  db: Db,
  accountId: string,
  id: string,
): Promise<GenerationRow | undefined> {
  const result = await sql<GenerationRow>`
    SELECT ${COLUMNS} FROM generations WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid
  `.execute(db);
  return result.rows[0];
}

/** A file that an earlier call made with the same key. Two calls may both have made it; either is valid. */
export async function findMade(
  db: Db,
  accountId: string,
  cacheKey: string,
): Promise<{ audio_key: string; duration_seconds: number } | undefined> {
  const result = await sql<{ audio_key: string; duration_seconds: number }>`
    SELECT audio_key, duration_seconds FROM generations
    WHERE cache_key = ${cacheKey} AND account_id = ${accountId}::uuid AND audio_key IS NOT NULL LIMIT 1
  `.execute(db);
  return result.rows[0];
}

/** Only speech has these fields, because music and sound effects have no voice. */
type SpokenWords = { text: string | null; words: TimedSpan[] | null; duration_seconds: number };

export async function findWords(db: Db, accountId: string, id: string): Promise<SpokenWords | undefined> {
  const result = await sql<SpokenWords>`
    SELECT text, words, duration_seconds FROM generations
    WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid AND voice_id IS NOT NULL
  `.execute(db);
  return result.rows[0];
}

/** Returns the spoken text, or the prompt of a sound. */
export async function findText(db: Db, accountId: string, id: string): Promise<string | null> {
  const result = await sql<{ text: string | null }>`
    SELECT text FROM generations WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid`.execute(db);
  return result.rows[0]?.text ?? null;
}

/** Names the objects of an entry that are still to be deleted. The same statement marks its audio for deletion. */
export type Leftovers = { account_id: string; audio_key: string | null; cache_key: string | null };

export async function deleteGeneration(
  db: Db,
  accountId: string,
  id: string,
  now: Date,
): Promise<Leftovers | undefined> {
  const result = await sql<Leftovers>`
    WITH gone AS (
      DELETE FROM generations WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid
      RETURNING account_id, audio_key, cache_key
    ), forgotten AS (${forgetFiles(sql`SELECT audio_key FROM gone`)}),
      marked AS (${markSelected(sql`SELECT audio_key FROM gone`, now)})
    SELECT account_id, audio_key, cache_key FROM gone
  `.execute(db);
  return result.rows[0];
}

/** One batch of an account's entries, with the audio marked for deletion. */
export async function deleteGenerations(
  db: Db,
  accountId: string,
  now: Date,
  limit: number,
): Promise<{ audio_key: string | null }[]> {
  const { rows } = await sql<{ audio_key: string | null }>`
    WITH gone AS (
      DELETE FROM generations WHERE id IN (
        SELECT id FROM generations WHERE account_id = ${accountId}::uuid ORDER BY id LIMIT ${limit}
      )
      RETURNING audio_key
    ), forgotten AS (${forgetFiles(sql`SELECT audio_key FROM gone`)}),
      marked AS (${markSelected(sql`SELECT audio_key FROM gone`, now)})
    SELECT audio_key FROM gone
  `.execute(db);
  return rows;
}

/** Across tenants, for the sweep: removes audio, text and words from one batch of older entries. */
export async function stripBefore(db: Db, oldest: Date, now: Date, limit: number): Promise<Leftovers[]> {
  const result = await sql<Leftovers>`
    WITH old AS (
      SELECT id, account_id, audio_key, cache_key FROM generations
      WHERE created_at < ${oldest}::timestamptz AND text IS NOT NULL
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), stripped AS (
      UPDATE generations g SET audio_key = NULL, text = NULL, words = NULL, cache_key = NULL
      FROM old WHERE g.id = old.id
    ), forgotten AS (${forgetFiles(sql`SELECT audio_key FROM old`)}),
      marked AS (${markSelected(sql`SELECT audio_key FROM old`, now)})
    SELECT account_id, audio_key, cache_key FROM old
  `.execute(db);
  return result.rows;
}
