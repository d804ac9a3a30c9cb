import type { KeyScope } from '../../http/index.ts';
import { type Db, inBatches, perHandle, sql, type Tx, tableOf } from '../../platform/database/index.ts';
import { ADMIN_COLUMNS, type AdminFacts } from '../administrators/index.ts';

export type ApiKey = KeyScope & {
  id: string;
  name: string;
  prefix: string;
  lastFour: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

export type KeyOwner = AdminFacts &
  KeyScope & { keyId: string; accountId: string; plan: string; hasPronunciations: boolean };

export type NewApiKey = KeyScope & {
  id: string;
  name: string;
  hash: Buffer;
  prefix: string;
  lastFour: string;
  createdAt: Date;
};

const KEY_COLUMNS = sql`id, name, prefix, last_four AS "lastFour", created_at AS "createdAt",
  last_used_at AS "lastUsedAt", revoked_at AS "revokedAt", permissions, allowed_addresses AS "allowedAddresses"`;

export function findKeyOwner(db: Db, hash: Buffer): Promise<KeyOwner | null> {
  return keyOwners(db)(hash);
}

const keyOwners = perHandle((db) =>
  inBatches(async (hashes: readonly Buffer[]) => {
    const { rows } = await sql<KeyOwner & { hash: Buffer }>`
      SELECT owner.* FROM ${tableOf(
        { hash: 'bytea' },
        hashes.map((hash) => ({ hash })),
      )}, LATERAL (
        SELECT k.key_hash AS hash, k.id AS "keyId", a.id AS "accountId", a.plan, k.permissions,
          k.allowed_addresses AS "allowedAddresses", ${ADMIN_COLUMNS},
          -- Few accounts have any, and the others then need no look-up of their own for them.
          EXISTS (SELECT FROM pronunciations p WHERE p.account_id = a.id) AS "hasPronunciations"
        FROM api_keys k JOIN accounts a ON a.id = k.account_id
        WHERE k.key_hash = one.hash AND k.revoked_at IS NULL LIMIT 1
      ) AS owner`.execute(db);
    return hashes.map((asked) => rows.find(({ hash }) => hash.equals(asked)) ?? null);
  }),
);

export async function insertKey(db: Db, accountId: string, key: NewApiKey): Promise<void> {
  await sql`
    INSERT INTO api_keys (id, account_id, name, key_hash, prefix, last_four, created_at, permissions, allowed_addresses)
    VALUES (${key.id}, ${accountId}, ${key.name}, ${key.hash}::bytea, ${key.prefix}, ${key.lastFour},
            ${key.createdAt}, ${key.permissions}::text[], ${key.allowedAddresses}::text[])`.execute(db);
}

/** Undefined: leave it. Null: not narrowed. */
export type KeyChange = { name?: string | undefined } & {
  [Part in keyof KeyScope]?: KeyScope[Part] | undefined;
};

/** Null when the account has no such key, or has revoked it. */
export async function updateKey(
  tx: Tx,
  accountId: string,
  keyId: string,
  { name, permissions, allowedAddresses }: KeyChange,
): Promise<ApiKey | null> {
  const { rows } = await sql<ApiKey>`
    UPDATE api_keys SET name = COALESCE(${name ?? null}, name),
      permissions = CASE WHEN ${permissions === undefined}::boolean THEN permissions
        ELSE ${permissions ?? null}::text[] END,
      allowed_addresses = CASE WHEN ${allowedAddresses === undefined}::boolean THEN allowed_addresses
        ELSE ${allowedAddresses ?? null}::text[] END
    WHERE account_id = ${accountId} AND id = ${keyId} AND revoked_at IS NULL
    RETURNING ${KEY_COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

/** Active keys. Until the transaction ends nobody else adds a key to the account. */
export async function lockAndCountKeys(tx: Tx, accountId: string): Promise<number> {
  await sql`SELECT FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<{ keys: number }>`
    SELECT count(*)::int AS keys FROM api_keys WHERE account_id = ${accountId} AND revoked_at IS NULL`.execute(
    tx,
  );
  return rows[0]?.keys ?? 0;
}

export async function revokeAllKeys(tx: Tx, accountId: string, now: Date): Promise<void> {
  await sql`
    UPDATE api_keys SET revoked_at = ${now} WHERE account_id = ${accountId} AND revoked_at IS NULL`.execute(
    tx,
  );
}

/** Newest first: version 7 ids sort by creation. */
export async function selectKeys(
  db: Db,
  accountId: string,
  page: { limit: number; before: string | null },
): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKey>`
    SELECT ${KEY_COLUMNS} FROM api_keys
    WHERE account_id = ${accountId} AND (${page.before}::uuid IS NULL OR id < ${page.before}::uuid)
    ORDER BY id DESC LIMIT ${page.limit}`.execute(db);
  return rows;
}

/** Returns names by id, also of revoked keys. Sessions and ephemeral keys have no name. */
export async function selectKeyNames(db: Db, accountId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM api_keys WHERE account_id = ${accountId}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function findKey(db: Db, accountId: string, keyId: string): Promise<ApiKey | null> {
  const { rows } = await sql<ApiKey>`
    SELECT ${KEY_COLUMNS} FROM api_keys WHERE account_id = ${accountId} AND id = ${keyId}`.execute(db);
  return rows[0] ?? null;
}

/** Keeps the time of the first revocation. Null when the account has no such key. */
export async function markRevoked(
  db: Db,
  accountId: string,
  keyId: string,
  now: Date,
): Promise<ApiKey | null> {
  const { rows } = await sql<ApiKey>`
    UPDATE api_keys SET revoked_at = coalesce(revoked_at, ${now})
    WHERE account_id = ${accountId} AND id = ${keyId}
    RETURNING ${KEY_COLUMNS}`.execute(db);
  return rows[0] ?? null;
}

/** Across tenants: a batch holds whichever keys this node has just authenticated. */
export async function markUsed(db: Db, uses: { id: string; at: Date }[]): Promise<void> {
  // SKIP LOCKED: two nodes that wait for the same rows in a different order would deadlock.
  await sql`
    WITH uses AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS u (id uuid, at timestamptz)
    ), free AS (
      SELECT k.id, u.at FROM api_keys k JOIN uses u ON u.id = k.id
      WHERE k.last_used_at IS NULL OR k.last_used_at < u.at
      FOR UPDATE OF k SKIP LOCKED
    )
    UPDATE api_keys k SET last_used_at = free.at FROM free WHERE k.id = free.id`.execute(db);
}
