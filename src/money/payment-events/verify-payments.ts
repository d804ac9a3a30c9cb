import type { Db } from '../../platform/database/index.ts';
import type { LedgerDifference } from '../ledger/index.ts';
import { selectPaymentDifferences } from './queries/verification.ts';

/** Holds the credits of the ledger against the stored deliveries. An empty list: each has the other. */
export async function verifyPayments(db: Db): Promise<LedgerDifference[]> {
  const rows = await selectPaymentDifferences(db);
  return rows.map(({ account_id, ...row }) => ({ accountId: account_id, ...row }));
}
