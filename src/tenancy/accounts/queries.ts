import { type Db, sql, type Tx } from '../../platform/database/index.ts';

export type Account = {
  id: string;
  email: string;
  name: string;
  plan: string;
  webhookUrl: string | null;
  createdAt: Date;
};

export type AccountWithPassword = Account & { passwordHash: string | null };

const COLUMNS = sql`id, email, name, plan, webhook_url AS "webhookUrl", created_at AS "createdAt"`;

export async function findAccount(db: Db, accountId: string): Promise<Account | null> {
  const { rows } = await sql<Account>`SELECT ${COLUMNS} FROM accounts WHERE id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

export async function findAccountByEmail(db: Db, email: string): Promise<Account | null> {
  const { rows } = await sql<Account>`
    SELECT ${COLUMNS} FROM accounts WHERE email_key = lower(${email})`.execute(db);
  return rows[0] ?? null;
}

export async function findForSignIn(db: Db, email: string): Promise<AccountWithPassword | null> {
  const { rows } = await sql<AccountWithPassword>`
    SELECT ${COLUMNS}, password_hash AS "passwordHash" FROM accounts WHERE email_key = lower(${email})
  `.execute(db);
  return rows[0] ?? null;
}

export type NewAccount = {
  id: string;
  email: string;
  name: string;
  plan: string;
  passwordHash: string | null;
  createdAt: Date;
};

/** Null when the e-mail already has an account, also one that was opened a moment ago on another node. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<Account | null> {
  const { rows } = await sql<Account>`
    INSERT INTO accounts (id, email, name, plan, password_hash, created_at, updated_at)
    VALUES (${account.id}, ${account.email}, ${account.name}, ${account.plan}, ${account.passwordHash},
            ${account.createdAt}, ${account.createdAt})
    ON CONFLICT (email_key) DO NOTHING
    RETURNING ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

export async function updatePlan(tx: Tx, accountId: string, plan: string): Promise<Account | null> {
  const { rows } = await sql<Account>`
    UPDATE accounts SET plan = ${plan}, updated_at = now() WHERE id = ${accountId}
    RETURNING ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

/** For administrators, hence across tenants. `query` matches inside the e-mail or the name. */
export async function selectAccounts(
  db: Db,
  page: { limit: number; before: string | null; query: string | null },
): Promise<Account[]> {
  const { rows } = await sql<Account>`
    SELECT ${COLUMNS} FROM accounts
    WHERE (${page.before}::uuid IS NULL OR id < ${page.before}::uuid)
      AND (${page.query}::text IS NULL OR strpos(email_key, lower(${page.query})) > 0
           OR strpos(lower(name), lower(${page.query})) > 0)
    ORDER BY id DESC LIMIT ${page.limit}`.execute(db);
  return rows;
}
