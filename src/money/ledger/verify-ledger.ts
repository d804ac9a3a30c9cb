import { type Db, sql } from '../../platform/database/index.ts';
import { selectDifferences } from './queries/verification.ts';

export type LedgerDifference = { accountId: string; what: string; expected: number; found: number };

/** Rebuilds every balance from the entries, in one snapshot. An empty list means that the books balance. */
export async function verifyLedger(db: Db): Promise<LedgerDifference[]> {
  const rows = await db.transaction().execute(async (tx) => {
    // Years of entries take longer to add up than any request may.
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    return selectDifferences(tx);
  });
  return rows.map(({ account_id: accountId, what, expected, found }) => ({
    accountId,
    what,
    expected,
    found,
  }));
}
