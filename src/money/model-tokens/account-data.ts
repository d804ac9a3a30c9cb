import type { Db } from '../../platform/database/index.ts';
import type { AccountData } from '../../tenancy/accounts/index.ts';
import { deleteTokens } from './queries.ts';

/** A count of one day is no news to its owner, so nothing is exported; the charges themselves are in the ledger. */
export function modelTokensData({ db }: { db: Db }): AccountData {
  return { erase: (accountId) => deleteTokens(db, accountId) };
}
