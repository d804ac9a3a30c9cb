import { type Db, sql } from '../../platform/database/index.ts';
import { type AccountData, jsonFile } from '../../tenancy/accounts/index.ts';
import { findDictionary } from './queries.ts';

export function pronunciationData({ db }: { db: Db }): AccountData {
  return {
    async *entries(accountId) {
      yield jsonFile('pronunciations.json', async () => (await findDictionary(db, accountId))?.entries ?? {});
    },
    async erase(accountId) {
      await sql`DELETE FROM pronunciations WHERE account_id = ${accountId}::uuid`.execute(db);
    },
  };
}
