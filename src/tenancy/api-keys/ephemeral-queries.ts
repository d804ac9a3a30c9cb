import type { KeyScope } from '../../http/index.ts';
import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import { ADMIN_COLUMNS, type AdminFacts } from '../administrators/index.ts';

type Permissions = Pick<KeyScope, 'permissions'>;

export type EphemeralKeyOwner = AdminFacts &
  Permissions & { sessionId: string; accountId: string; plan: string };

export type NewEphemeralKey = Permissions & { id: string; hash: Buffer; createdAt: Date; expiresAt: Date };

/** The session decides as well: a key never outlives the sign-in that it came from. */
export async function findEphemeralKeyOwner(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<EphemeralKeyOwner | null> {
  const { rows } = await sql<EphemeralKeyOwner>`
    SELECT s.id AS "sessionId", a.id AS "accountId", a.plan, k.permissions, ${ADMIN_COLUMNS}
    FROM ephemeral_keys k JOIN sessions s ON s.id = k.session_id JOIN accounts a ON a.id = s.account_id
    WHERE k.key_hash = ${hash}::bytea AND k.expires_at > ${now}
      AND s.revoked_at IS NULL AND s.expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/** Until the transaction ends nobody else adds a key to the session, nor ends it. False: it has ended. */
export async function lockSession(tx: Tx, sessionId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM sessions WHERE id = ${sessionId} AND revoked_at IS NULL AND expires_at > ${now}
    FOR NO KEY UPDATE`.execute(tx);
  return rows.length > 0;
}

/** Deletes the oldest keys of the session beyond `keep`. */
export async function trimEphemeralKeys(tx: Tx, sessionId: string, keep: number): Promise<void> {
  await sql`
    DELETE FROM ephemeral_keys WHERE id IN (
      SELECT id FROM ephemeral_keys WHERE session_id = ${sessionId}
      ORDER BY expires_at DESC, id DESC OFFSET ${keep}
    )`.execute(tx);
}

export async function insertEphemeralKey(tx: Tx, sessionId: string, key: NewEphemeralKey): Promise<void> {
  await sql`
    INSERT INTO ephemeral_keys (id, session_id, key_hash, created_at, expires_at, permissions)
    VALUES (${key.id}, ${sessionId}, ${key.hash}::bytea, ${key.createdAt}, ${key.expiresAt},
            ${key.permissions}::text[])`.execute(tx);
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
