import { printCosine } from '../../../engines/voice-cloning/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import { markSelected } from '../../platform/storage/index.ts';
import { VoiceNotFound, VoiceTakenDown, VoiceWasTakenDown } from './errors.ts';

/**
 * Cosine from which a sample is of a voice that was taken down. High, because each sample is compared with each of those voices
 * and a match refuses a customer: hardly any two people reach it (docs/decisions/0018-marketplace.md).
 */
const TAKEN_DOWN_VOICE = 0.7;

/** Refuses samples that sound like a voice that was taken down. */
export async function requireNotTakenDown(db: Db, print: ArrayLike<number>): Promise<void> {
  const { rows } = await sql<{ print: number[] }>`
    SELECT print FROM voice_takedowns WHERE print IS NOT NULL
  `.execute(db);
  if (rows.some((takedown) => printCosine(takedown.print, print) >= TAKEN_DOWN_VOICE))
    throw new VoiceWasTakenDown();
}

/** Most services have none: then nobody has to measure a print. */
export async function hasTakedowns(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM voice_takedowns WHERE print IS NOT NULL LIMIT 1`.execute(db);
  return rows.length > 0;
}

/**
 * Refuses work that was quoted before a takedown. Call at the end of the transaction that enqueues it: a takedown that
 * comes later waits for the lock, and then finds the jobs. Deleted voices are not refused: work ends as it began.
 */
export async function refuseTakenDown(tx: Tx, accountId: string, voiceIds: readonly string[]): Promise<void> {
  if (voiceIds.length === 0) return;
  const ids = [...new Set(voiceIds)].sort();
  await sql`SELECT id FROM voices WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR KEY SHARE`.execute(tx);
  const { rows } = await sql<{ account_id: string; reason: string }>`
    SELECT account_id, reason FROM voice_takedowns WHERE voice_id = ANY (${ids}::uuid[]) LIMIT 1
  `.execute(tx);
  const [takedown] = rows;
  if (takedown)
    throw takedown.account_id === accountId ? new VoiceTakenDown(takedown.reason) : new VoiceNotFound();
}

/** Stops all use of the voice, its owner's too, and returns its preview, marked for deletion. Call under the lock of the voice. */
export async function takeDownVoice(
  tx: Tx,
  { voiceId, reason, now }: { voiceId: string; reason: string; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ preview_key: string }>`
    WITH v AS (SELECT id, account_id, print, preview_key FROM voices WHERE id = ${voiceId}::uuid),
      takedown AS (
        INSERT INTO voice_takedowns (voice_id, account_id, reason, print, taken_down_at)
        SELECT id, account_id, ${reason}, print, ${now}::timestamptz FROM v
        ON CONFLICT (voice_id) DO UPDATE SET reason = EXCLUDED.reason
      ),
      stopped AS (
        UPDATE voices SET taken_down_reason = ${reason}, preview_key = NULL WHERE id = ${voiceId}::uuid
      ),
      marked AS (
        ${markSelected(sql`SELECT preview_key AS object_key FROM v WHERE preview_key IS NOT NULL`, now)}
      )
    SELECT preview_key FROM v WHERE preview_key IS NOT NULL
  `.execute(tx);
  return rows.map((row) => row.preview_key);
}

const PRINT_BATCH = 500;
const DAY_MS = 86_400_000;

/** A print is biometric data. Erases one batch of those whose retention period has ended, and returns its size. */
export async function sweepTakedownPrints(deps: {
  db: Db;
  clock: Clock;
  takedownPrintDays: number;
}): Promise<number> {
  const end = new Date(deps.clock.now().getTime() - deps.takedownPrintDays * DAY_MS);
  const { numAffectedRows } = await sql`
    UPDATE voice_takedowns SET print = NULL WHERE voice_id IN (
      SELECT voice_id FROM voice_takedowns WHERE print IS NOT NULL AND taken_down_at < ${end} LIMIT ${PRINT_BATCH})
  `.execute(deps.db);
  return Number(numAffectedRows ?? 0);
}
