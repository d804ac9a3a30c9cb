import { DECODER_ID } from '../../../engines/speech/index.ts';
import { type Db, type Sql, sql, type Tx } from '../../platform/database/index.ts';
import { markSelected, type ObjectColumn } from '../../platform/storage/index.ts';
import type { NewVoice, VoiceProduct, VoiceRow, VoiceSource } from './custom-voice.ts';

/** `started` and `progress` are the job's: a queued voice whose job has started is in training. */
const COLUMNS = sql`v.id, v.account_id, v.source, v.kind, v.name, v.status, v.job_id, v.engine, v.served_by, v.language,
  v.gender, v.facts, v.remix_of, v.speaker, v.similarity, v.error, v.error_code, v.webhook_url, v.created_at,
  v.needs_consent, v.taken_down_reason,
  (SELECT jsonb_build_object('status', a.status, 'reasons', a.reasons, 'ended_at', a.ended_at)
    FROM voice_adaptations a WHERE a.voice_id = v.id AND a.decoder = ${DECODER_ID}) AS adaptation,
  COALESCE(j.started_at IS NOT NULL, false) AS started, COALESCE(j.progress, 0) AS progress`;
const VOICES = sql`voices v LEFT JOIN jobs j ON j.id = v.job_id`;

export const VOICE_OBJECTS: readonly ObjectColumn[] = [
  { table: 'voices', column: 'artifact_key' },
  { table: 'voices', column: 'preview_key' },
  { table: 'voice_adaptations', column: 'object_key' },
  { table: 'voice_samples', column: 'object_key' },
];

export async function selectVoice(
  db: Db,
  accountId: string,
  id: string,
  source?: VoiceSource,
): Promise<VoiceRow | undefined> {
  const result = await sql<VoiceRow>`
    SELECT ${COLUMNS} FROM ${VOICES}
    WHERE v.id = ${id}::uuid AND v.account_id = ${accountId}::uuid
      AND (${source ?? null}::text IS NULL OR v.source = ${source ?? null}::text)
  `.execute(db);
  return result.rows[0];
}

export type VoiceFilter = {
  source?: VoiceSource | undefined;
  status?: VoiceRow['status'] | undefined;
  before: string | null;
  limit: number;
};

/** Newest first, one more than the page when there is a next one. */
export async function selectVoices(
  db: Db,
  accountId: string,
  { source, status, before, limit }: VoiceFilter,
): Promise<VoiceRow[]> {
  const result = await sql<VoiceRow>`
    SELECT ${COLUMNS} FROM ${VOICES}
    WHERE v.account_id = ${accountId}::uuid AND (${before}::uuid IS NULL OR v.id < ${before}::uuid)
      AND (${source ?? null}::text IS NULL OR v.source = ${source ?? null}::text)
      AND (${status ?? null}::text IS NULL OR v.status = ${status ?? null}::text)
    ORDER BY v.id DESC LIMIT ${limit + 1}
  `.execute(db);
  return result.rows;
}

/** All voices of the account that can be used. There are no more than its slots. */
export async function selectReadyVoices(db: Db, accountId: string): Promise<VoiceRow[]> {
  const result = await sql<VoiceRow>`
    SELECT ${COLUMNS} FROM ${VOICES} WHERE v.account_id = ${accountId}::uuid AND v.status = 'ready'
      AND v.taken_down_reason IS NULL
    ORDER BY v.id
  `.execute(db);
  return result.rows;
}

/** x-vectors by voice. */
export async function selectVoicePrints(db: Db, accountId: string): Promise<Map<string, Float32Array>> {
  const result = await sql<{ id: string; print: number[] }>`
    SELECT id, print FROM voices WHERE account_id = ${accountId}::uuid AND status = 'ready' AND print IS NOT NULL
      AND taken_down_reason IS NULL
  `.execute(db);
  return new Map(result.rows.map(({ id, print }) => [id, Float32Array.from(print)]));
}

export async function selectPreviewKey(db: Db, voiceId: string): Promise<string | null> {
  const result = await sql<{ preview_key: string | null }>`
    SELECT preview_key FROM voices WHERE id = ${voiceId}::uuid
  `.execute(db);
  return result.rows[0]?.preview_key ?? null;
}

/** False when another one has replaced the former, or the voice was deleted meanwhile. */
export async function keepPreview(
  tx: Tx,
  voiceId: string,
  { key, former }: { key: string; former: string | null },
): Promise<boolean> {
  const result = await sql`
    UPDATE voices SET preview_key = ${key}
    WHERE id = ${voiceId}::uuid AND status = 'ready' AND preview_key IS NOT DISTINCT FROM ${former}::text
      AND taken_down_reason IS NULL
    RETURNING id
  `.execute(tx);
  return result.rows.length > 0;
}

/** Serializes what takes slots of the account until the transaction ends. */
export async function lockSlots(tx: Tx, accountId: string): Promise<void> {
  await sql`SELECT id FROM accounts WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`.execute(tx);
}

/** Failed voices count: a slot is free again when its voice is deleted. */
export async function countSlots(db: Db, accountId: string): Promise<number> {
  const result = await sql<{ used: number }>`
    SELECT count(*) AS used FROM voices WHERE account_id = ${accountId}::uuid
  `.execute(db);
  return Number(result.rows[0]?.used ?? 0);
}

export async function insertVoice(tx: Tx, voice: NewVoice): Promise<void> {
  await sql`
    INSERT INTO voices (id, account_id, source, kind, name, status, job_id, engine, language, gender, facts, remix_of,
      webhook_url, needs_consent, print, created_at)
    VALUES (${voice.id}::uuid, ${voice.accountId}::uuid, ${voice.source}, ${voice.kind}, ${voice.name}, 'queued',
      ${voice.jobId}, ${voice.engine}, ${voice.language}, ${voice.gender}, ${JSON.stringify(voice.facts)}::jsonb,
      ${voice.remixOf}::uuid, ${voice.webhookUrl}, ${voice.needsConsent ?? false}::boolean,
      ${voice.print ?? null}::real[], ${voice.createdAt}::timestamptz)
  `.execute(tx);
}

export async function updateVoiceName(
  db: Db,
  accountId: string,
  { id, source, name }: { id: string; source: VoiceSource; name: string },
): Promise<boolean> {
  const result = await sql`
    UPDATE voices SET name = ${name}
    WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid AND source = ${source} RETURNING id
  `.execute(db);
  return result.rows.length > 0;
}

export type FinishedVoice = Omit<VoiceProduct, 'speaker'> & { speaker: object; artifactKey: string | null };

/** Undefined when the voice was deleted meanwhile. A remote speaker has the language that the voice was ordered for. */
export async function finishVoice(
  tx: Tx,
  jobId: string,
  { speaker, print, served_by, gender, similarity, artifactKey }: FinishedVoice,
): Promise<VoiceRow | undefined> {
  return ended(
    tx,
    jobId,
    sql`status = 'ready', artifact_key = ${artifactKey}, speaker = ${JSON.stringify(speaker)}::jsonb
        || CASE WHEN ${artifactKey}::text IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('language', language) END,
      print = COALESCE(${print}::real[], print),
      served_by = ${served_by}, gender = COALESCE(gender, ${gender}), similarity = ${similarity}::float8`,
  );
}

export async function failVoice(
  tx: Tx,
  jobId: string,
  { error, errorCode }: { error: string; errorCode: string },
): Promise<VoiceRow | undefined> {
  return ended(tx, jobId, sql`status = 'failed', error = ${error}, error_code = ${errorCode}`);
}

async function ended(tx: Tx, jobId: string, change: Sql): Promise<VoiceRow | undefined> {
  const result = await sql<VoiceRow>`
    WITH v AS (UPDATE voices SET ${change} WHERE job_id = ${jobId} AND status = 'queued' RETURNING *)
    SELECT ${COLUMNS} FROM v LEFT JOIN jobs j ON j.id = v.job_id
  `.execute(tx);
  return result.rows[0];
}

/** False when another transaction has just deleted it. */
export async function lockVoice(tx: Tx, id: string): Promise<boolean> {
  const result = await sql`SELECT id FROM voices WHERE id = ${id}::uuid FOR UPDATE`.execute(tx);
  return result.rows.length > 0;
}

/** Returns its preview, its artifact and its adaptations, now marked for deletion, if there are any. */
export async function deleteVoiceRow(tx: Tx, id: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ object_key: string }>`
    WITH gone AS (DELETE FROM voices WHERE id = ${id}::uuid RETURNING preview_key, artifact_key),
      owned AS (SELECT unnest(ARRAY[preview_key, artifact_key]) AS object_key FROM gone
        UNION ALL SELECT object_key FROM voice_adaptations WHERE voice_id = ${id}::uuid),
      marked AS (${markSelected(sql`SELECT object_key FROM owned`, now)})
    SELECT object_key FROM owned WHERE object_key IS NOT NULL
  `.execute(tx);
  return rows.map((row) => row.object_key);
}

/** Returns the objects, now marked for deletion. */
export async function deleteSamples(tx: Tx, voiceId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ object_key: string }>`
    WITH gone AS (DELETE FROM voice_samples WHERE voice_id = ${voiceId}::uuid RETURNING object_key),
      marked AS (${markSelected(sql`SELECT object_key FROM gone`, now)})
    SELECT object_key FROM gone
  `.execute(tx);
  return rows.map((row) => row.object_key);
}
