import { type Db, sql, type Tx } from '../../platform/database/index.ts';

export type SecretSession = { type: 'realtime' | 'transcription'; model: string } & Record<string, unknown>;

/** The same transaction must have created the key. */
export async function insertSecretSession(tx: Tx, keyId: string, session: SecretSession): Promise<void> {
  await sql`
    INSERT INTO realtime_secrets (ephemeral_key_id, session)
    VALUES (${keyId}::uuid, ${JSON.stringify(session)}::json)`.execute(tx);
}

/** Null for a key that was made elsewhere. */
export async function findSecretSession(db: Db, keyId: string): Promise<SecretSession | null> {
  const { rows } = await sql<{ session: SecretSession }>`
    SELECT session FROM realtime_secrets WHERE ephemeral_key_id = ${keyId}::uuid`.execute(db);
  return rows[0]?.session ?? null;
}
