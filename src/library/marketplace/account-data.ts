import { type Db, sql } from '../../platform/database/index.ts';
import { type AccountData, jsonFile } from '../../tenancy/accounts/index.ts';

/** Comes after the voices of the account: their listings go with them, and licensees are told. */
export function marketplaceData({ db }: { db: Db }): AccountData {
  const rowsOf = async (table: string, accountId: string) =>
    (await sql`SELECT * FROM ${sql.ref(table)} WHERE account_id = ${accountId}::uuid`.execute(db)).rows;
  return {
    async *entries(accountId) {
      for (const table of ['licences', 'reviews', 'listing_notices', 'seller_verifications', 'payouts'])
        yield jsonFile(`marketplace/${table}.json`, () => rowsOf(table, accountId));
    },
    async erase(accountId) {
      for (const table of [
        'listing_reports',
        'reviews',
        'licences',
        'listing_notices',
        'seller_verifications',
        'listings',
      ])
        await sql`DELETE FROM ${sql.ref(table)} WHERE account_id = ${accountId}::uuid`.execute(db);
    },
  };
}
