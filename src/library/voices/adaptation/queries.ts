import { DECODER_ID } from '../../../../engines/speech/index.ts';
import { type Db, sql, type Tx } from '../../../platform/database/index.ts';

/** After as many attempts that ended with their process, a voice stays as it is. */
const MOST_ATTEMPTS = 3;

export type AdaptationLease = { voiceId: string; token: string };

type DueVoice = {
  id: string;
  account_id: string;
  language: string;
  speaker: unknown;
  /** x-vector of the recordings. Null where no person was recorded for this voice. */
  print: number[] | null;
};

/** Voices to look among: those with these ids, or those that are newer than an id. */
export type Among = { ids: readonly string[] } | { after: string };

/**
 * Takes the newest of these voices that our own engine speaks and that nobody has adapted to this decoder. What a killed node has left is
 * taken up when its lease has ended.
 */
export async function claimVoice(
  db: Db,
  { among, token, now, until }: { among: Among; token: string; now: Date; until: Date },
): Promise<DueVoice | undefined> {
  const isAmong =
    'ids' in among ? sql`v.id = ANY (${[...among.ids]}::uuid[])` : sql`v.id > ${among.after}::uuid`;
  const { rows } = await sql<DueVoice>`
    WITH due AS (
      SELECT v.id, v.account_id, v.language, v.speaker,
        CASE WHEN v.source = 'clone' AND v.remix_of IS NULL THEN v.print END AS print
      FROM voices v LEFT JOIN voice_adaptations a ON a.voice_id = v.id AND a.decoder = ${DECODER_ID}
      WHERE ${isAmong} AND v.status = 'ready' AND v.artifact_key IS NULL AND NOT v.needs_consent AND v.taken_down_reason IS NULL
        AND (a.voice_id IS NULL OR (a.lease_until < ${now}::timestamptz AND a.attempts < ${MOST_ATTEMPTS}))
      ORDER BY v.id DESC LIMIT 1 FOR KEY SHARE OF v SKIP LOCKED
    ), claimed AS (
      INSERT INTO voice_adaptations (voice_id, decoder, status, attempts, lease_token, lease_until)
      SELECT id, ${DECODER_ID}, 'adapting', 1, ${token}::uuid, ${until}::timestamptz FROM due
      ON CONFLICT (voice_id, decoder) DO UPDATE SET attempts = voice_adaptations.attempts + 1,
        lease_token = EXCLUDED.lease_token, lease_until = EXCLUDED.lease_until
      WHERE voice_adaptations.lease_until < ${now}::timestamptz
      RETURNING voice_id
    )
    SELECT due.* FROM due JOIN claimed ON claimed.voice_id = due.id
  `.execute(db);
  return rows[0];
}

/** Voices whose adaptation took the process with it every time. Returns how many. */
export async function giveUpOnVoices(db: Db, now: Date): Promise<number> {
  const { rows } = await sql`
    UPDATE voice_adaptations SET status = 'failed', lease_token = NULL, lease_until = NULL,
      ended_at = ${now}::timestamptz, reasons = ${['The voice could not be adapted. It speaks as before.']}::text[]
    WHERE status = 'adapting' AND lease_until < ${now}::timestamptz AND attempts >= ${MOST_ATTEMPTS}
    RETURNING voice_id
  `.execute(db);
  return rows.length;
}

/** False when the voice is gone, or another node has taken it up. */
export async function renewClaim(db: Db, { voiceId, token }: AdaptationLease, until: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE voice_adaptations SET lease_until = ${until}::timestamptz
    WHERE voice_id = ${voiceId}::uuid AND lease_token = ${token}::uuid RETURNING voice_id
  `.execute(db);
  return rows.length > 0;
}

/** A node that shuts down lets others take the voice at once, and no attempt is counted. */
export async function releaseClaim(db: Db, { voiceId, token }: AdaptationLease, now: Date): Promise<void> {
  await sql`
    UPDATE voice_adaptations SET lease_until = ${new Date(now.getTime() - 1)}::timestamptz, attempts = attempts - 1
    WHERE voice_id = ${voiceId}::uuid AND lease_token = ${token}::uuid
  `.execute(db);
}

export type AdaptationOutcome = {
  /** Where the adaptation is kept. Null if the voice speaks as before. */
  objectKey: string | null;
  reasons: readonly string[];
  measures: object;
};

/** The voice speaks through our decoder from here on, if there is an object. False when the claim was lost. */
export async function keepOutcome(
  tx: Tx,
  { voiceId, token }: AdaptationLease,
  { objectKey, reasons, measures }: AdaptationOutcome,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE voice_adaptations SET status = ${objectKey === null ? 'declined' : 'adapted'}, object_key = ${objectKey},
      reasons = ${[...reasons]}::text[], measures = ${JSON.stringify(measures)}::jsonb, ended_at = ${now}::timestamptz,
      lease_token = NULL, lease_until = NULL
    WHERE voice_id = ${voiceId}::uuid AND lease_token = ${token}::uuid RETURNING voice_id
  `.execute(tx);
  if (rows.length === 0) return false;
  if (objectKey !== null)
    await sql`
      UPDATE voices SET speaker = speaker || jsonb_build_object('adaptationKey', ${objectKey}::text)
      WHERE id = ${voiceId}::uuid
    `.execute(tx);
  return true;
}
