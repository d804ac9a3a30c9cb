import { verifyLedger } from '../money/ledger/index.ts';
import { verifyPayments } from '../money/payment-events/index.ts';
import { type Db, sql } from '../platform/database/index.ts';
import { type Storage, selectObjectKeys } from '../platform/storage/index.ts';
import { verifyAuditLog } from '../tenancy/audit-log/index.ts';
import { OBJECT_COLUMNS } from './backup-scope.ts';

/** What is wrong with a place that was restored, in sentences. */
export async function auditRestored({
  db,
  storage,
  lost,
}: {
  db: Db;
  storage: Storage;
  /** Keys of objects that were lost before the backup was made. */
  lost: ReadonlySet<string>;
}): Promise<string[]> {
  const differences = [...(await verifyLedger(db)), ...(await verifyPayments(db))];
  const { broken } = await verifyAuditLog(db);
  const there = new Set<string>();
  for await (const key of storage.list('')) there.add(key);
  const { rows } = await sql<{ line: string }>`${selectObjectKeys(OBJECT_COLUMNS)}`.execute(db);
  const missing = rows.filter(({ line }) => !there.has(line));
  return [
    ...differences.map(
      ({ accountId, what, expected, found }) => `${accountId}: ${what} should be ${expected} and is ${found}`,
    ),
    ...broken.map(({ chain, seq, why }) => `audit log ${chain}: row ${seq}: ${why}`),
    ...missing.map(({ line }) => `${line}: ${lost.has(line) ? 'was lost before the backup' : 'is missing'}`),
  ];
}
