import { type Db, sql } from '../../../platform/database/index.ts';

/**
 * One at a time: while a request is open, or was refused within the hour, no second one is made. The monthly cap counts
 * from one renewal day to the next; a payment in between starts a new cycle, but no new month.
 */
export async function requestTopUpIfLow(db: Db, accountId: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO auto_top_ups (account_id, amount_cents, requested_at)
    SELECT account_id, auto_top_up_amount_cents, ${now}::timestamptz FROM wallets w
    WHERE account_id = ${accountId}::uuid AND auto_top_up_enabled
      AND wallet_micros < low_balance_threshold_cents * 10000::bigint
      AND NOT EXISTS (SELECT 1 FROM auto_top_ups t WHERE t.account_id = w.account_id AND t.status = 'refused'
        AND t.closed_at > ${now}::timestamptz - interval '1 hour')
      AND (auto_top_up_monthly_cap_cents IS NULL
        OR auto_top_up_monthly_cap_cents >= auto_top_up_amount_cents + COALESCE((
          SELECT sum(amount_cents) FROM auto_top_ups t WHERE t.account_id = w.account_id
            AND t.status IN ('pending', 'charged', 'added') AND t.requested_at >= w.cycle_ends_at - interval '1 month'
        ), 0))
    ON CONFLICT DO NOTHING
  `.execute(db);
}
