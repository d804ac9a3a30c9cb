import type { KeyScope } from '../../http/index.ts';
import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import { ADMIN_COLUMNS, type AdminFacts } from '../administrators/index.ts';

export type EphemeralKeyOwner = AdminFacts &
  KeyScope & {
    id: string;
    expiresAt: Date;
    accountId: string;
    plan: string;
    maker: 'session' | 'key';
    makerId: string;
    /** The only agent that it may talk to; null for every one. */
    agentId: string | null;
    /** The present permissions of the API key that made it. */
    makerPermissions: readonly string[] | null;
  };

export type NewEphemeralKey = KeyScope & {
  id: string;
  hash: Buffer;
  createdAt: Date;
  expiresAt: Date;
  agentId: string | null;
};

/** A key never outlives the session or the API key that made it. */
export async function findEphemeralKeyOwner(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<EphemeralKeyOwner | null> {
  const { rows } = await sql<EphemeralKeyOwner>`
    SELECT k.id, k.expires_at AS "expiresAt", a.id AS "accountId", a.plan, k.permissions, k.allowed_addresses AS "allowedAddresses",
      k.agent_id AS "agentId",
      CASE WHEN s.id IS NULL THEN 'key' ELSE 'session' END AS maker, COALESCE(s.id, m.id) AS "makerId",
      m.permissions AS "makerPermissions", ${ADMIN_COLUMNS}
    FROM ephemeral_keys k
    LEFT JOIN sessions s ON s.id = k.session_id AND s.revoked_at IS NULL AND s.expires_at > ${now}
    LEFT JOIN api_keys m ON m.id = k.api_key_id AND m.revoked_at IS NULL
    JOIN accounts a ON a.id = COALESCE(s.account_id, m.account_id)
    WHERE k.key_hash = ${hash}::bytea AND k.expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Counts the live keys that the API key has made. Until the transaction ends it makes no other, nor is it revoked. Null:
 * it was revoked.
 */
export async function lockMakerAndCount(tx: Tx, keyId: string, now: Date): Promise<number | null> {
  const { rows: makers } = await sql`
    SELECT FROM api_keys WHERE id = ${keyId} AND revoked_at IS NULL FOR NO KEY UPDATE`.execute(tx);
  if (makers.length === 0) return null;
  const { rows } = await sql<{ keys: number }>`
    SELECT count(*)::int AS keys FROM ephemeral_keys
    WHERE api_key_id = ${keyId} AND expires_at > ${now}`.execute(tx);
  return rows[0]?.keys ?? 0;
}

/** Deletes the oldest keys of the session beyond `keep`. */
export async function trimEphemeralKeys(tx: Tx, sessionId: string, keep: number): Promise<void> {
  await sql`
    DELETE FROM ephemeral_keys WHERE id IN (
      SELECT id FROM ephemeral_keys WHERE session_id = ${sessionId}
      ORDER BY expires_at DESC, id DESC OFFSET ${keep}
    )`.execute(tx);
}

export async function insertEphemeralKey(
  tx: Tx,
  maker: { sessionId: string } | { apiKeyId: string },
  key: NewEphemeralKey,
): Promise<void> {
  const sessionId = 'sessionId' in maker ? maker.sessionId : null;
  const apiKeyId = 'apiKeyId' in maker ? maker.apiKeyId : null;
  await sql`
    INSERT INTO ephemeral_keys (id, session_id, api_key_id, key_hash, created_at, expires_at, permissions,
      allowed_addresses, agent_id)
    VALUES (${key.id}, ${sessionId}, ${apiKeyId}, ${key.hash}::bytea, ${key.createdAt}, ${key.expiresAt},
            ${key.permissions}::text[], ${key.allowedAddresses}::text[], ${key.agentId})`.execute(tx);
}

/** One batch, across tenants. */
export async function deleteExpiredEphemeralKeys(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM ephemeral_keys WHERE id IN (
      SELECT id FROM ephemeral_keys WHERE expires_at <= ${now}
      ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
