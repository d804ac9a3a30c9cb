import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import { ADMIN_COLUMNS, type AdminFacts } from '../administrators/index.ts';

export type SessionOwner = AdminFacts & {
  sessionId: string;
  createdAt: Date;
  expiresAt: Date;
  hasSecondFactor: boolean;
  accountId: string;
  plan: string;
};

export type SessionRow = {
  id: string;
  address: string | null;
  userAgent: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
};

export type NewSession = Omit<SessionRow, 'lastSeenAt'> & { hash: Buffer; passkeyId: string | null };

export async function insertSession(db: Db, accountId: string, session: NewSession): Promise<void> {
  await sql`
    INSERT INTO sessions (id, account_id, token_hash, created_at, expires_at, address, user_agent,
      passkey_id)
    VALUES (${session.id}, ${accountId}, ${session.hash}::bytea, ${session.createdAt}, ${session.expiresAt},
      ${session.address}, ${session.userAgent}, ${session.passkeyId})
  `.execute(db);
}

export async function findSessionOwner(db: Db, hash: Buffer, now: Date): Promise<SessionOwner | null> {
  const { rows } = await sql<SessionOwner>`
    SELECT s.id AS "sessionId", s.created_at AS "createdAt", s.expires_at AS "expiresAt",
      s.passkey_id IS NOT NULL
        OR EXISTS (SELECT FROM two_factor t WHERE t.account_id = a.id AND t.enabled_at IS NOT NULL) AS "hasSecondFactor",
      a.id AS "accountId", a.plan, ${ADMIN_COLUMNS}
    FROM sessions s JOIN accounts a ON a.id = s.account_id
    WHERE s.token_hash = ${hash}::bytea AND s.revoked_at IS NULL AND s.expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/** Until the transaction ends nobody ends the session, nor adds a key to it. False: it has ended. */
export async function lockSession(tx: Tx, sessionId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM sessions WHERE id = ${sessionId} AND revoked_at IS NULL AND expires_at > ${now}
    FOR NO KEY UPDATE`.execute(tx);
  return rows.length > 0;
}

export async function touchSession(
  db: Db,
  sessionId: string,
  { expiresAt, now }: { expiresAt: Date; now: Date },
): Promise<void> {
  await sql`
    UPDATE sessions SET expires_at = greatest(expires_at, ${expiresAt}::timestamptz), last_seen_at = ${now}
    WHERE id = ${sessionId} AND revoked_at IS NULL`.execute(db);
}

/** Active ones, newest first. */
export async function selectSessions(db: Db, accountId: string, now: Date): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    SELECT id, address, user_agent AS "userAgent", created_at AS "createdAt",
      coalesce(last_seen_at, created_at) AS "lastSeenAt", expires_at AS "expiresAt"
    FROM sessions WHERE account_id = ${accountId} AND revoked_at IS NULL AND expires_at > ${now}
    ORDER BY id DESC LIMIT 1000`.execute(db);
  return rows;
}

/** Null when the account has no such session. */
export async function markSessionRevoked(
  db: Db,
  accountId: string,
  sessionId: string,
  now: Date,
): Promise<{ wasActive: boolean } | null> {
  const { rows } = await sql<{ wasActive: boolean }>`
    UPDATE sessions s SET revoked_at = coalesce(s.revoked_at, ${now}::timestamptz)
    FROM (SELECT id, revoked_at IS NULL AS active FROM sessions
      WHERE account_id = ${accountId} AND id = ${sessionId} FOR UPDATE) AS before
    WHERE s.id = before.id RETURNING before.active AS "wasActive"`.execute(db);
  return rows[0] ?? null;
}

export async function markOthersRevoked(
  db: Db,
  accountId: string,
  except: string | null,
  now: Date,
): Promise<number> {
  const { rows } = await sql`
    UPDATE sessions SET revoked_at = ${now}
    WHERE account_id = ${accountId} AND revoked_at IS NULL AND expires_at > ${now}
      AND id IS DISTINCT FROM ${except}::uuid
    RETURNING id`.execute(db);
  return rows.length;
}

export async function markRevokedOfPasskey(
  db: Db,
  { accountId, passkeyId, except }: { accountId: string; passkeyId: string; except: string | null },
  now: Date,
): Promise<void> {
  await sql`
    UPDATE sessions SET revoked_at = ${now}
    WHERE account_id = ${accountId} AND passkey_id = ${passkeyId} AND revoked_at IS NULL
      AND id IS DISTINCT FROM ${except}::uuid`.execute(db);
}

export async function openedByPasskeySince(db: Db, sessionId: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM sessions
    WHERE id = ${sessionId} AND passkey_id IS NOT NULL AND created_at > ${since}`.execute(db);
  return rows.length > 0;
}

/** Whether somebody signed in to the account from this address lately. Revoked sessions count until they expire. */
export async function hasSignedInFrom(db: Db, email: string, address: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM sessions s JOIN accounts a ON a.id = s.account_id
    WHERE a.email_key = lower(${email}) AND s.address = ${address} LIMIT 1`.execute(db);
  return rows.length > 0;
}

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
