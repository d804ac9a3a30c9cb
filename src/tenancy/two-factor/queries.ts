import { type Db, sql, type Tx } from '../../platform/database/index.ts';

export type StoredSecret = { sealed: Uint8Array; enabled: boolean };

export async function findSecret(db: Db, accountId: string): Promise<StoredSecret | null> {
  const { rows } = await sql<StoredSecret>`
    SELECT secret_sealed AS sealed, enabled_at IS NOT NULL AS enabled
    FROM two_factor WHERE account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

export async function secondFactorOn(db: Db, accountId: string): Promise<boolean> {
  return (await findSecret(db, accountId))?.enabled ?? false;
}

/** False when two-factor authentication is on: its secret must not be replaced without a code. */
export async function putPendingSecret(db: Db, accountId: string, sealed: Buffer): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO two_factor AS t (account_id, secret_sealed) VALUES (${accountId}, ${sealed}::bytea)
    ON CONFLICT (account_id) DO UPDATE SET secret_sealed = excluded.secret_sealed, last_step = 0
    WHERE t.enabled_at IS NULL
    RETURNING account_id`.execute(db);
  return rows.length > 0;
}

/** Whoever signs in holds the account's row, so until the transaction ends no session is opened. */
export async function lockOwner(tx: Tx, accountId: string): Promise<void> {
  await sql`SELECT FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`.execute(tx);
}

/** False when another setup has replaced the secret meanwhile. */
export async function enableSecret(
  tx: Tx,
  accountId: string,
  proof: { sealed: Uint8Array; step: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE two_factor SET enabled_at = ${proof.now}, last_step = ${proof.step}
    WHERE account_id = ${accountId} AND enabled_at IS NULL AND secret_sealed = ${proof.sealed}::bytea
    RETURNING account_id`.execute(tx);
  return rows.length > 0;
}

/** One statement, so that of two sign-ins with the same code only one succeeds. */
export async function spendStep(db: Db, accountId: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE two_factor SET last_step = ${step}::bigint
    WHERE account_id = ${accountId} AND enabled_at IS NOT NULL AND last_step < ${step}::bigint
    RETURNING account_id`.execute(db);
  return rows.length > 0;
}

export async function spendRecoveryCode(
  db: Db,
  accountId: string,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE recovery_codes SET used_at = ${now}
    WHERE account_id = ${accountId} AND code_hash = ${hash}::bytea AND used_at IS NULL
    RETURNING account_id`.execute(db);
  return rows.length > 0;
}

export async function replaceRecoveryCodes(tx: Tx, accountId: string, hashes: Buffer[]): Promise<void> {
  await sql`DELETE FROM recovery_codes WHERE account_id = ${accountId}`.execute(tx);
  const values = hashes.map((hash) => sql`(${accountId}::uuid, ${hash}::bytea)`);
  await sql`INSERT INTO recovery_codes (account_id, code_hash) VALUES ${sql.join(values)}`.execute(tx);
}

export async function deleteSecondFactor(tx: Tx, accountId: string): Promise<void> {
  await sql`DELETE FROM recovery_codes WHERE account_id = ${accountId}`.execute(tx);
  await sql`DELETE FROM two_factor WHERE account_id = ${accountId}`.execute(tx);
}
