import { type Db, sql, type Tx } from '../../platform/database/index.ts';

export type Account = {
  id: string;
  email: string;
  name: string;
  plan: string;
  webhookUrl: string | null;
  createdAt: Date;
  emailVerified: boolean;
  adminGranted: boolean;
};

export type AccountWithPassword = Account & { passwordHash: string | null };

const COLUMNS = sql`id, email, name, plan, webhook_url AS "webhookUrl", created_at AS "createdAt",
  email_verified_at IS NOT NULL AS "emailVerified", admin_granted AS "adminGranted"`;

export async function findAccount(db: Db, accountId: string): Promise<Account | null> {
  const { rows } = await sql<Account>`SELECT ${COLUMNS} FROM accounts WHERE id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

export async function findAccountByEmail(db: Db, email: string): Promise<Account | null> {
  const { rows } = await sql<Account>`
    SELECT ${COLUMNS} FROM accounts WHERE email_key = lower(${email})`.execute(db);
  return rows[0] ?? null;
}

export type LockedAccount = Pick<Account, 'id' | 'email' | 'plan'>;

/** Until the transaction ends nobody else can change the account. Null for one that is closed. */
export async function lockAccount(
  tx: Tx,
  by: { email: string } | { accountId: string },
): Promise<LockedAccount | null> {
  const match = 'email' in by ? sql`email_key = lower(${by.email})` : sql`id = ${by.accountId}::uuid`;
  const { rows } = await sql<LockedAccount>`
    SELECT id, email, plan FROM accounts WHERE ${match} AND closed_at IS NULL FOR NO KEY UPDATE`.execute(tx);
  return rows[0] ?? null;
}

export async function findWithPassword(
  db: Db,
  by: { email: string } | { accountId: string },
): Promise<AccountWithPassword | null> {
  const match = 'email' in by ? sql`email_key = lower(${by.email})` : sql`id = ${by.accountId}`;
  const { rows } = await sql<AccountWithPassword>`
    SELECT ${COLUMNS}, password_hash AS "passwordHash" FROM accounts WHERE ${match}`.execute(db);
  return rows[0] ?? null;
}

/** With `replaces` the password changes only while it is still that one: of two changes at once, one wins. */
export async function updatePassword(
  tx: Tx,
  accountId: string,
  change: { hash: string; replaces?: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE accounts SET password_hash = ${change.hash}, updated_at = ${change.now}
    WHERE id = ${accountId}
      AND (${change.replaces ?? null}::text IS NULL OR password_hash = ${change.replaces ?? null})
    RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Nobody can sign in with a password until a reset sets one. */
export async function removePassword(tx: Tx, accountId: string, now: Date): Promise<void> {
  await sql`
    UPDATE accounts SET password_hash = NULL, updated_at = ${now} WHERE id = ${accountId}`.execute(tx);
}

/** Nothing is sent, and nothing that was sent before can be signed again. */
export async function removeWebhook(tx: Tx, accountId: string): Promise<void> {
  await sql`
    UPDATE accounts SET webhook_url = NULL, webhook_signing = false, webhook_retries = false,
      webhook_dub_events = false, webhook_secret_sealed = NULL, webhook_previous_secret_sealed = NULL,
      webhook_secret_at = NULL
    WHERE id = ${accountId}`.execute(tx);
}

/** Until the transaction ends the password cannot change. */
export async function holdPassword(tx: Tx, accountId: string, passwordHash: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM accounts WHERE id = ${accountId} AND password_hash = ${passwordHash} FOR SHARE`.execute(tx);
  return rows.length > 0;
}

/** Ways to sign in that change under the account's lock stay as they are until the transaction ends. */
export async function holdAccount(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM accounts WHERE id = ${accountId} AND closed_at IS NULL FOR SHARE`.execute(tx);
  return rows.length > 0;
}

/** False when it was verified before. */
export async function markVerified(tx: Tx, accountId: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    UPDATE accounts SET email_verified_at = ${now} WHERE id = ${accountId} AND email_verified_at IS NULL
    RETURNING email`.execute(tx);
  return rows[0]?.email ?? null;
}

/** It stays verified if it was: the link came back from the new address. */
export async function updateEmail(
  tx: Tx,
  accountId: string,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  await sql`
    UPDATE accounts SET email = ${email}, updated_at = ${now},
      email_verified_at = CASE WHEN email_verified_at IS NULL THEN NULL ELSE ${now}::timestamptz END
    WHERE id = ${accountId}`.execute(tx);
}

export async function updateName(
  db: Db,
  accountId: string,
  { name, now }: { name: string; now: Date },
): Promise<Account | null> {
  const { rows } = await sql<Account>`
    UPDATE accounts SET name = ${name}, updated_at = ${now} WHERE id = ${accountId} AND closed_at IS NULL
    RETURNING ${COLUMNS}`.execute(db);
  return rows[0] ?? null;
}

export type NewAccount = {
  id: string;
  email: string;
  name: string;
  plan: string;
  passwordHash: string | null;
  emailVerified: boolean;
  createdAt: Date;
};

/** Null when the address already has an account, also when another node created it at the same time. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<Account | null> {
  const { rows } = await sql<Account>`
    INSERT INTO accounts (id, email, name, plan, password_hash, email_verified_at, created_at, updated_at)
    VALUES (${account.id}, ${account.email}, ${account.name}, ${account.plan}, ${account.passwordHash},
            ${account.emailVerified ? account.createdAt : null}, ${account.createdAt}, ${account.createdAt})
    ON CONFLICT (email_key) DO NOTHING
    RETURNING ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

export async function updatePlan(tx: Tx, accountId: string, plan: string): Promise<Account | null> {
  const { rows } = await sql<Account>`
    UPDATE accounts SET plan = ${plan}, updated_at = now() WHERE id = ${accountId} AND closed_at IS NULL
    RETURNING ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

/** Across tenants, for administrators. `query` matches part of the address or the name. */
export async function selectAccounts(
  db: Db,
  page: { limit: number; before: string | null; query: string | null },
): Promise<Account[]> {
  const { rows } = await sql<Account>`
    SELECT ${COLUMNS} FROM accounts
    WHERE closed_at IS NULL AND (${page.before}::uuid IS NULL OR id < ${page.before}::uuid)
      AND (${page.query}::text IS NULL OR strpos(email_key, lower(${page.query})) > 0
           OR strpos(lower(name), lower(${page.query})) > 0)
    ORDER BY id DESC LIMIT ${page.limit}`.execute(db);
  return rows;
}
