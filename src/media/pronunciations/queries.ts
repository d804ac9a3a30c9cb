import { type Db, inBatches, perHandle, sql, tableOf } from '../../platform/database/index.ts';

export type DictionaryRow = { entries: Record<string, string>; updated_at: Date };

export function findDictionary(db: Db, accountId: string): Promise<DictionaryRow | undefined> {
  return dictionaries(db)(accountId);
}

const dictionaries = perHandle((db) =>
  inBatches(async (accountIds: readonly string[]) => {
    const { rows } = await sql<DictionaryRow & { account_id: string }>`
      SELECT found.* FROM ${tableOf(
        { account_id: 'uuid' },
        accountIds.map((account_id) => ({ account_id })),
      )}, LATERAL (
        SELECT p.account_id, p.entries, p.updated_at FROM pronunciations p WHERE p.account_id = one.account_id LIMIT 1
      ) AS found
    `.execute(db);
    const byAccount = new Map(rows.map((row) => [row.account_id, row]));
    return accountIds.map((accountId) => byAccount.get(accountId));
  }),
);

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
