import { type Db, sql, type Tx } from '../../../platform/database/index.ts';
import type { ObjectColumn } from '../../../platform/storage/index.ts';
import type { CastMember } from '../casting/find-cast.ts';
import type { DubScript } from '../project.ts';
import type { DubRow, Film, Rendered } from './dub.ts';

const COLUMNS = sql`d.id, d.account_id, d.name, d.target_language, d.options, d.given, d.script, d.version, d.job_id, d.rendering,
  d.rendered, d.output_job_id, d.speech_key, d.seconds, d.translated_by, d.created_at, d.updated_at,
  jsonb_build_object('id', f.id, 'object_key', f.object_key, 'filename', f.filename, 'content_type', f.content_type,
    'bytes', f.bytes, 'sha256', f.sha256, 'seconds', f.seconds, 'has_video', f.has_video, 'has_audio', f.has_audio,
    'width', f.width, 'height', f.height) AS film`;
const DUBS = sql`dubs d JOIN dub_films f ON f.id = d.film_id`;

export const DUB_OBJECTS: readonly ObjectColumn[] = [
  { table: 'dub_films', column: 'object_key' },
  { table: 'dubs', column: 'speech_key' },
];

export async function insertFilm(tx: Tx, accountId: string, film: Film, now: Date): Promise<void> {
  await sql`
    INSERT INTO dub_films (id, account_id, object_key, filename, content_type, bytes, sha256, seconds, has_video, has_audio,
      width, height, created_at)
    VALUES (${film.id}::uuid, ${accountId}::uuid, ${film.object_key}, ${film.filename}, ${film.content_type},
      ${film.bytes}::bigint, ${film.sha256}, ${film.seconds}::float8, ${film.has_video}, ${film.has_audio},
      ${film.width}::integer, ${film.height}::integer, ${now}::timestamptz)
  `.execute(tx);
}

/** Keeps the film until the transaction ends. False when it is gone. */
export async function holdFilm(tx: Tx, filmId: string): Promise<boolean> {
  const result = await sql`SELECT id FROM dub_films WHERE id = ${filmId}::uuid FOR KEY SHARE`.execute(tx);
  return result.rows.length > 0;
}

export async function insertDub(tx: Tx, dub: DubRow): Promise<void> {
  await sql`
    INSERT INTO dubs (id, account_id, film_id, name, target_language, options, given, script, version, job_id, rendering,
      created_at, updated_at)
    VALUES (${dub.id}, ${dub.account_id}::uuid, ${dub.film.id}::uuid, ${dub.name}, ${dub.target_language},
      ${JSON.stringify(dub.options)}::jsonb, ${dub.given && JSON.stringify(dub.given)}::jsonb,
      ${dub.script && JSON.stringify(dub.script)}::jsonb, ${dub.version}::integer, ${dub.job_id},
      ${JSON.stringify(dub.rendering)}::jsonb, ${dub.created_at}::timestamptz, ${dub.updated_at}::timestamptz)
  `.execute(tx);
}

export async function selectDub(
  db: Db,
  accountId: string,
  id: string,
  lock: 'none' | 'update' = 'none',
): Promise<DubRow | undefined> {
  const result = await sql<DubRow>`
    SELECT ${COLUMNS} FROM ${DUBS} WHERE d.id = ${id} AND d.account_id = ${accountId}::uuid
    ${lock === 'update' ? sql`FOR UPDATE OF d` : sql``}
  `.execute(db);
  return result.rows[0];
}

/** Across tenants, for the job that ends. */
export async function lockDubOfJob(tx: Tx, jobId: string): Promise<DubRow | undefined> {
  const result = await sql<DubRow>`
    SELECT ${COLUMNS} FROM ${DUBS} WHERE d.job_id = ${jobId} FOR UPDATE OF d
  `.execute(tx);
  return result.rows[0];
}

/** Newest first, one more than the page when there is a next one. */
export async function selectDubs(
  db: Db,
  accountId: string,
  { limit, before }: { limit: number; before: string | null },
): Promise<DubRow[]> {
  const result = await sql<DubRow>`
    SELECT ${COLUMNS} FROM ${DUBS}
    WHERE d.account_id = ${accountId}::uuid AND (${before}::text IS NULL OR d.id < ${before}::text)
    ORDER BY d.id DESC LIMIT ${limit + 1}
  `.execute(db);
  return result.rows;
}

type Finished = {
  dubId: string;
  jobId: string;
  script: DubScript;
  rendered: Rendered;
  speechKey: string;
  seconds: number;
  translatedBy: string | null;
  now: Date;
};

export async function updateFinished(tx: Tx, done: Finished): Promise<void> {
  await sql`
    UPDATE dubs SET script = ${JSON.stringify(done.script)}::jsonb, rendered = ${JSON.stringify(done.rendered)}::jsonb,
      output_job_id = ${done.jobId}, speech_key = ${done.speechKey}, seconds = ${done.seconds}::float8,
      translated_by = COALESCE(${done.translatedBy}, translated_by), updated_at = ${done.now}::timestamptz
    WHERE id = ${done.dubId}
  `.execute(tx);
}

export type SpeakerPrint = { speaker_id: string; print: readonly number[] };

/** Replaces those of the dub. */
export async function writePrints(
  tx: Tx,
  { id, account_id: accountId }: Pick<DubRow, 'id' | 'account_id'>,
  prints: readonly SpeakerPrint[],
): Promise<void> {
  await sql`DELETE FROM dub_speakers WHERE dub_id = ${id}`.execute(tx);
  await sql`
    INSERT INTO dub_speakers (dub_id, speaker_id, account_id, print)
    SELECT ${id}, speaker_id, ${accountId}::uuid, print
    FROM jsonb_to_recordset(${JSON.stringify(prints)}::jsonb) AS one (speaker_id text, print real[])
  `.execute(tx);
}

export async function lockFilm(tx: Tx, filmId: string): Promise<void> {
  await sql`SELECT id FROM dub_films WHERE id = ${filmId}::uuid FOR UPDATE`.execute(tx);
}

export async function deleteDubRow(tx: Tx, id: string): Promise<void> {
  await sql`DELETE FROM dubs WHERE id = ${id}`.execute(tx);
}

/** Returns the key of the object if no dub of the film is left. */
export async function deleteFilmIfLast(tx: Tx, filmId: string): Promise<string | undefined> {
  const result = await sql<{ object_key: string }>`
    DELETE FROM dub_films f WHERE id = ${filmId}::uuid AND NOT EXISTS (SELECT FROM dubs WHERE film_id = f.id)
    RETURNING object_key
  `.execute(tx);
  return result.rows[0]?.object_key;
}

export async function updateChanged(tx: Tx, dub: DubRow, now: Date): Promise<void> {
  await sql`
    UPDATE dubs SET name = ${dub.name}, options = ${JSON.stringify(dub.options)}::jsonb,
      script = ${dub.script && JSON.stringify(dub.script)}::jsonb, version = ${dub.version}::integer,
      updated_at = ${now}::timestamptz
    WHERE id = ${dub.id}
  `.execute(tx);
}

export async function updateRendering(
  tx: Tx,
  { id, job_id, rendering }: Pick<DubRow, 'id' | 'job_id' | 'rendering'>,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE dubs SET job_id = ${job_id}, rendering = ${JSON.stringify(rendering)}::jsonb, updated_at = ${now}::timestamptz
    WHERE id = ${id}
  `.execute(tx);
}

const MOST_MEMBERS = 1_000;

/** Speakers of the account's other dubs whose voice can speak this one. Without artifacts, which are large. */
export async function selectCast(
  db: Db,
  { id, account_id, target_language }: Pick<DubRow, 'id' | 'account_id' | 'target_language'>,
): Promise<CastMember[]> {
  const result = await sql<CastMember>`
    SELECT s.dub_id AS "dubId", s.speaker_id AS "speakerId", s.print, d.created_at AS "createdAt",
      speaker ->> 'name' AS name, (speaker -> 'voice') - 'speaker' AS voice
    FROM dub_speakers s JOIN dubs d ON d.id = s.dub_id CROSS JOIN LATERAL jsonb_array_elements(d.script -> 'speakers') speaker
    WHERE s.account_id = ${account_id}::uuid AND s.dub_id <> ${id} AND speaker ->> 'id' = s.speaker_id
      AND jsonb_typeof(speaker -> 'voice') = 'object'
      AND (d.target_language = ${target_language} OR speaker -> 'voice' ->> 'kind' = 'chosen')
    ORDER BY s.dub_id DESC LIMIT ${MOST_MEMBERS}
  `.execute(db);
  return result.rows;
}
