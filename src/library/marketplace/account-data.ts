import { type Db, sql } from '../../platform/database/index.ts';
import type { Sealing } from '../../platform/sealing/index.ts';
import { type AccountData, jsonFile } from '../../tenancy/accounts/index.ts';
import { documentOf } from './documents.ts';

const EXPORTED = ['listings', 'licences', 'reviews', 'listing_notices', 'seller_verifications', 'payouts'];

type Exported = {
  account_id: string;
  search?: string;
  document_id: string | null;
  document_sealed: Uint8Array | null;
};

/** Comes after the voices of the account: their listings go with them, and licensees are told. */
export function marketplaceData({ db, sealing }: { db: Db; sealing: Sealing }): AccountData {
  const rowsOf = async (table: string, accountId: string) => {
    const { rows } = await sql<Exported>`
      SELECT * FROM ${sql.ref(table)} WHERE account_id = ${accountId}::uuid
    `.execute(db);
    // The index of the words repeats the text.
    return rows.map(({ search: _, document_sealed, ...row }) =>
      document_sealed ? { ...row, document_id: documentOf(sealing, { ...row, document_sealed }) } : row,
    );
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
