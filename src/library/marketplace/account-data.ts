import { type Db, sql } from '../../platform/database/index.ts';
import { type AccountData, jsonFile } from '../../tenancy/accounts/index.ts';

const EXPORTED = ['listings', 'licences', 'reviews', 'listing_notices', 'seller_verifications', 'payouts'];

/** Comes after the voices of the account: their listings go with them, and licensees are told. */
export function marketplaceData({ db }: { db: Db }): AccountData {
  const rowsOf = async (table: string, accountId: string) => {
    const { rows } = await sql<{ search?: string }>`
      SELECT * FROM ${sql.ref(table)} WHERE account_id = ${accountId}::uuid
    `.execute(db);
    // The index of the words repeats the text.
    return rows.map(({ search: _, ...row }) => row);
  };
  return {
    async *entries(accountId) {
      for (const table of EXPORTED)
        yield jsonFile(`marketplace/${table}.json`, () => rowsOf(table, accountId));
    },
    async erase(accountId) {
      for (const table of [
        'listing_reports',
        'reviews',
        'licences',
        'listing_notices',
        'seller_verifications',
      ])
        await sql`DELETE FROM ${sql.ref(table)} WHERE account_id = ${accountId}::uuid`.execute(db);
    },
  };
}
