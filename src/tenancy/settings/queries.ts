import { type Db, sql } from '../../platform/database/index.ts';

export type Settings = { webhookUrl: string | null };

export async function findSettings(db: Db, accountId: string): Promise<Settings | null> {
  const { rows } = await sql<Settings>`
    SELECT webhook_url AS "webhookUrl" FROM accounts WHERE id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

export async function updateSettings(
  db: Db,
  accountId: string,
  settings: Settings,
  now: Date,
): Promise<Settings | null> {
  const { rows } = await sql<Settings>`
    UPDATE accounts SET webhook_url = ${settings.webhookUrl}, updated_at = ${now} WHERE id = ${accountId}
    RETURNING webhook_url AS "webhookUrl"`.execute(db);
  return rows[0] ?? null;
}
