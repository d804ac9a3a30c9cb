import { type Db, sql } from '../../platform/database/index.ts';

export type SessionOwner = {
  sessionId: string;
  expiresAt: Date;
  accountId: string;
  email: string;
  plan: string;
};

export type NewSession = { id: string; hash: Buffer; createdAt: Date; expiresAt: Date };

export async function insertSession(db: Db, accountId: string, session: NewSession): Promise<void> {
  await sql`
    INSERT INTO sessions (id, account_id, token_hash, created_at, expires_at)
    VALUES (${session.id}, ${accountId}, ${session.hash}::bytea, ${session.createdAt}, ${session.expiresAt})
  `.execute(db);
}

export async function findSessionOwner(db: Db, hash: Buffer, now: Date): Promise<SessionOwner | null> {
  const { rows } = await sql<SessionOwner>`
    SELECT s.id AS "sessionId", s.expires_at AS "expiresAt", a.id AS "accountId", a.email, a.plan
    FROM sessions s JOIN accounts a ON a.id = s.account_id
    WHERE s.token_hash = ${hash}::bytea AND s.revoked_at IS NULL AND s.expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

export async function extendSession(db: Db, sessionId: string, expiresAt: Date): Promise<void> {
  await sql`
    UPDATE sessions SET expires_at = greatest(expires_at, ${expiresAt}::timestamptz)
    WHERE id = ${sessionId} AND revoked_at IS NULL`.execute(db);
}

export async function markSessionRevoked(
  db: Db,
  accountId: string,
  sessionId: string,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE sessions SET revoked_at = coalesce(revoked_at, ${now}::timestamptz)
    WHERE account_id = ${accountId} AND id = ${sessionId}`.execute(db);
}

/** Crosses tenants on purpose: it removes what nobody can use any more. */
/** One batch, across tenants. */
export async function deleteExpiredSessions(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE expires_at <= ${now}
      ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}
