import { type Db, sql, type Tx } from '../../../platform/database/index.ts';

export type ConsentPurpose = 'clone' | 'publish' | 'dub';

export type ConsentRow = {
  id: string;
  account_id: string;
  voice_id: string;
  purpose: ConsentPurpose;
  version: string;
  text: string;
  /** Null after the account was deleted. */
  address: string | null;
  sample_hashes: string[];
  /** The person read this aloud. */
  sentence: string | null;
  verified_at: Date | null;
  given_at: Date;
};

const COLUMNS = sql`id, account_id, voice_id, purpose, version, text, address, sample_hashes, sentence, verified_at,
  given_at`;

export async function insertConsent(
  tx: Tx,
  consent: Omit<ConsentRow, 'sentence' | 'verified_at'>,
): Promise<void> {
  await sql`
    INSERT INTO voice_consents (id, account_id, voice_id, purpose, version, text, address, sample_hashes, given_at)
    VALUES (${consent.id}::uuid, ${consent.account_id}::uuid, ${consent.voice_id}::uuid, ${consent.purpose},
      ${consent.version}, ${consent.text}, ${consent.address}, ${consent.sample_hashes}::text[],
      ${consent.given_at}::timestamptz)
  `.execute(tx);
}

/** Returns the consents to the cloning of these voices, also of voices that are gone. */
export async function selectCloneConsents(
  db: Db,
  accountId: string,
  voiceIds: readonly string[],
): Promise<ConsentRow[]> {
  const result = await sql<ConsentRow>`
    SELECT ${COLUMNS} FROM voice_consents
    WHERE voice_id = ANY (${[...voiceIds]}::uuid[]) AND account_id = ${accountId}::uuid AND purpose = 'clone'
  `.execute(db);
  return result.rows;
}

/** Ids of the consents to the cloning of these voices, whoever owns them: a sold voice is heard in works of its buyers. */
export async function selectConsentIds(db: Db, voiceIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    SELECT id FROM voice_consents WHERE voice_id = ANY (${[...voiceIds]}::uuid[]) AND purpose = 'clone' ORDER BY id
  `.execute(db);
  return result.rows.map(({ id }) => id);
}

/** Newest first. */
export async function selectConsents(
  db: Db,
  accountId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<ConsentRow[]> {
  const result = await sql<ConsentRow>`
    SELECT ${COLUMNS} FROM voice_consents
    WHERE account_id = ${accountId}::uuid AND (${before}::uuid IS NULL OR id < ${before}::uuid)
    ORDER BY id DESC LIMIT ${limit}
  `.execute(db);
  return result.rows;
}

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

/** The records stay as evidence. */
export async function forgetAddresses(db: Db, accountId: string): Promise<void> {
  await sql`UPDATE voice_consents SET address = NULL WHERE account_id = ${accountId}::uuid`.execute(db);
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
