import { type Db, sql } from '../../platform/database/index.ts';

export type DictionaryRow = { entries: Record<string, string>; updated_at: Date };

export async function findDictionary(db: Db, accountId: string): Promise<DictionaryRow | undefined> {
  const result = await sql<DictionaryRow>`
    SELECT entries, updated_at FROM pronunciations WHERE account_id = ${accountId}::uuid
  `.execute(db);
  return result.rows[0];
}

export async function replaceDictionary(
  db: Db,
  accountId: string,
  entries: Record<string, string>,
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO pronunciations (account_id, entries, updated_at)
    VALUES (${accountId}::uuid, ${JSON.stringify(entries)}::jsonb, ${now}::timestamptz)
    ON CONFLICT (account_id) DO UPDATE SET entries = EXCLUDED.entries, updated_at = EXCLUDED.updated_at
  `.execute(db);
}
