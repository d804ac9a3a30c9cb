import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { type AccountData, allPages, EXPORT_PAGE, jsonLines } from '../../tenancy/accounts/index.ts';
import { closeWallet } from './close-wallet.ts';
import { selectCharges, selectPostings } from './queries/closing.ts';
import { deleteKeyLimits } from './queries/key-limits.ts';

/** Entries of the ledger stay when an account is deleted; they hold no personal data. */
export function ledgerData(deps: { db: Db; clock: Clock }): AccountData {
  const { db } = deps;
  const limit = EXPORT_PAGE;
  return {
    async *entries(accountId) {
      yield jsonLines('usage.jsonl', () =>
        allPages((before) => selectCharges(db, accountId, { before, limit })),
      );
      yield jsonLines('ledger.jsonl', () =>
        allPages((before) => selectPostings(db, accountId, { before, limit })),
      );
    },
    /** Earnings that come after the account was closed, from calls that had begun, stay in the books. */
    async erase(accountId) {
      const closing = { accountId, forfeit: true, forfeitEarnings: false };
      await db.transaction().execute((tx) => closeWallet({ ...deps, db: tx }, closing));
      await deleteKeyLimits(db, accountId);
    },
  };
}
