import { type Db, sql } from '../../../platform/database/index.ts';

/** One at a time: while a request is open, or was refused within the hour, no second one is made. */
export async function requestTopUpIfLow(db: Db, accountId: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO auto_top_ups (account_id, amount_cents, requested_at)
    SELECT account_id, auto_top_up_amount_cents, ${now}::timestamptz FROM wallets w
    WHERE account_id = ${accountId}::uuid AND auto_top_up_enabled
      AND wallet_micros < low_balance_threshold_cents * 10000::bigint
      AND NOT EXISTS (SELECT 1 FROM auto_top_ups t WHERE t.account_id = w.account_id AND t.status = 'refused'
        AND t.closed_at > ${now}::timestamptz - interval '1 hour')
    ON CONFLICT DO NOTHING
  `.execute(db);
}

export type AutoTopUpRow = { id: number; account_id: string; amount_cents: number };

/** Across tenants. To be called in the transaction that closes it: other nodes pass over the locked row. */
export async function lockPendingTopUp(db: Db): Promise<AutoTopUpRow | undefined> {
  const result = await sql<AutoTopUpRow>`
    SELECT id, account_id, amount_cents FROM auto_top_ups WHERE status = 'pending'
    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
  `.execute(db);
  return result.rows[0];
}

export async function closeTopUp(
  db: Db,
  topUp: { id: number; status: 'added' | 'refused'; now: Date },
): Promise<void> {
  await sql`
    UPDATE auto_top_ups SET status = ${topUp.status}::text, closed_at = ${topUp.now}::timestamptz
    WHERE id = ${topUp.id}::bigint AND status = 'pending'
  `.execute(db);
}
