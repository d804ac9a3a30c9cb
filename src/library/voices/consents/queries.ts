import { type Db, sql, type Tx } from '../../../platform/database/index.ts';

/** Across the record and the voice, which may now be used. */
export async function markVerified(
  tx: Tx,
  { consentId, voiceId, sentence, now }: { consentId: string; voiceId: string; sentence: string; now: Date },
): Promise<void> {
  await sql`
    UPDATE voice_consents SET sentence = ${sentence}, verified_at = ${now}::timestamptz WHERE id = ${consentId}::uuid
  `.execute(tx);
  await sql`UPDATE voices SET needs_consent = false WHERE id = ${voiceId}::uuid`.execute(tx);
}

/** Call it when the account is deleted. */
export async function deleteChallenges(db: Db, accountId: string): Promise<void> {
  await sql`DELETE FROM voice_consent_challenges WHERE account_id = ${accountId}::uuid`.execute(db);
}

export type ChallengeRow = { id: string; sentence: string; expires_at: Date; used_at: Date | null };

/** Replaces the account's expired ones, so that they do not pile up. */
export async function insertChallenge(
  db: Db,
  accountId: string,
  { id, sentence, expires_at, now }: Omit<ChallengeRow, 'used_at'> & { now: Date },
): Promise<void> {
  await sql`
    WITH expired AS (
      DELETE FROM voice_consent_challenges
      WHERE account_id = ${accountId}::uuid AND expires_at < ${now}::timestamptz
    )
    INSERT INTO voice_consent_challenges (id, account_id, sentence, expires_at)
    VALUES (${id}::uuid, ${accountId}::uuid, ${sentence}, ${expires_at}::timestamptz)
  `.execute(db);
}

export async function selectChallenge(
  db: Db,
  accountId: string,
  id: string,
): Promise<ChallengeRow | undefined> {
  const result = await sql<ChallengeRow>`
    SELECT id, sentence, expires_at, used_at FROM voice_consent_challenges
    WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid
  `.execute(db);
  return result.rows[0];
}

/** False when it was used before. */
export async function useChallenge(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await sql`
    UPDATE voice_consent_challenges SET used_at = ${now}::timestamptz
    WHERE id = ${id}::uuid AND used_at IS NULL RETURNING id
  `.execute(db);
  return result.rows.length > 0;
}
