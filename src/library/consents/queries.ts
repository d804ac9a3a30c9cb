import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import type { ConsentPurpose } from './consent-text.ts';

export type ConsentRow = {
  id: string;
  account_id: string;
  /** The voice, the dub or the job that it is for. */
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

/**
 * Ids of the consents to the cloning of these voices and to the films of these jobs, whoever owns them: a sold voice is heard in
 * works of its buyers.
 */
export async function selectConsentIds(db: Db, subjects: readonly string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    SELECT id FROM voice_consents
    WHERE voice_id = ANY (${[...subjects]}::uuid[]) AND purpose IN ('clone', 'face') ORDER BY id
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

/** The newest consent to a film of somebody's face. */
export async function selectFaceConsent(
  db: Db,
  accountId: string,
  jobUuid: string,
): Promise<ConsentRow | undefined> {
  const result = await sql<ConsentRow>`
    SELECT ${COLUMNS} FROM voice_consents
    WHERE voice_id = ${jobUuid}::uuid AND account_id = ${accountId}::uuid AND purpose = 'face'
    ORDER BY id DESC LIMIT 1
  `.execute(db);
  return result.rows[0];
}

/** The records stay as evidence. */
export async function forgetAddresses(db: Db, accountId: string): Promise<void> {
  await sql`UPDATE voice_consents SET address = NULL WHERE account_id = ${accountId}::uuid`.execute(db);
}
