import { type Db, sql, type Tx } from '../../platform/database/index.ts';

export type Passkey = {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
};

export type StoredPasskey = {
  id: string;
  accountId: string;
  credentialId: Uint8Array;
  publicKey: Uint8Array;
  counter: number;
};

export type NewPasskey = StoredPasskey & { transports: string[]; name: string; createdAt: Date };

const VIEW = sql`id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt"`;

/** Oldest first. */
export async function selectPasskeys(db: Db, accountId: string): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`
    SELECT ${VIEW} FROM passkeys WHERE account_id = ${accountId} ORDER BY id`.execute(db);
  return rows;
}

export type CredentialHint = { credentialId: Uint8Array; transports: string[] };

/** A browser needs these to recognise the passkeys that it already has. */
export async function selectCredentials(db: Db, accountId: string): Promise<CredentialHint[]> {
  const { rows } = await sql<CredentialHint>`
    SELECT credential_id AS "credentialId", transports FROM passkeys
    WHERE account_id = ${accountId} ORDER BY id`.execute(db);
  return rows;
}

/** Across tenants: the response says by its credential who signs in. */
export async function findByCredential(db: Db, credentialId: Buffer): Promise<StoredPasskey | null> {
  const { rows } = await sql<StoredPasskey>`
    SELECT id, account_id AS "accountId", credential_id AS "credentialId", public_key AS "publicKey",
      counter::float8 AS counter
    FROM passkeys WHERE credential_id = ${credentialId}::bytea`.execute(db);
  return rows[0] ?? null;
}

/** Makes changes to the account's passkeys take turns. False: the account was closed. */
export async function lockOwner(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM accounts WHERE id = ${accountId} AND closed_at IS NULL FOR NO KEY UPDATE`.execute(tx);
  return rows.length > 0;
}

/** Null when somebody has the credential already. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<Passkey | null> {
  const { rows } = await sql<Passkey>`
    INSERT INTO passkeys (id, account_id, credential_id, public_key, counter, transports, name, created_at)
    VALUES (${passkey.id}, ${passkey.accountId}, ${passkey.credentialId}::bytea, ${passkey.publicKey}::bytea,
      ${passkey.counter}, ${passkey.transports}::text[], ${passkey.name}, ${passkey.createdAt})
    ON CONFLICT (credential_id) DO NOTHING
    RETURNING ${VIEW}`.execute(tx);
  return rows[0] ?? null;
}

/** False when it was removed, or signed something else, since it was read. */
export async function advanceCounter(
  tx: Tx,
  { id, counter }: StoredPasskey,
  used: { counter: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE passkeys SET counter = ${used.counter}, last_used_at = ${used.now}
    WHERE id = ${id} AND counter = ${counter} RETURNING id`.execute(tx);
  return rows.length > 0;
}

export async function updateName(
  tx: Tx,
  { accountId, id, name }: { accountId: string; id: string; name: string },
): Promise<{ passkey: Passkey; before: string } | null> {
  const { rows } = await sql<Passkey & { before: string }>`
    UPDATE passkeys p SET name = ${name}
    FROM (SELECT id AS old_id, name AS before FROM passkeys
      WHERE account_id = ${accountId} AND id = ${id} FOR UPDATE) AS old
    WHERE p.id = old.old_id RETURNING ${VIEW}, before`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { before, ...passkey } = row;
  return { passkey, before };
}

/** Its name, or null when the account has no such passkey. */
export async function deletePasskey(tx: Tx, accountId: string, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    DELETE FROM passkeys WHERE account_id = ${accountId} AND id = ${id} RETURNING name`.execute(tx);
  return rows[0]?.name ?? null;
}

/** Deletes them together with the requests to add one that have not come back. */
export async function deletePasskeys(tx: Tx, accountId: string): Promise<void> {
  await sql`DELETE FROM passkey_challenges WHERE account_id = ${accountId}`.execute(tx);
  await sql`DELETE FROM passkeys WHERE account_id = ${accountId}`.execute(tx);
}
