import { type Db, sql } from '../../../platform/database/index.ts';
import { INSERT_NOTED_POSTINGS } from './postings.ts';

/** Returns microdollars: the balance, and what open charges hold of it. */
export async function selectMoneyLeft(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ micros: number }>`
    SELECT (w.wallet_micros + coalesce((
      SELECT sum(c.wallet_micros) FROM charges c WHERE c.account_id = w.account_id AND c.status = 'reserved'
    ), 0))::bigint AS micros
    FROM wallets w WHERE w.account_id = ${accountId}::uuid`.execute(db);
  return rows[0]?.micros ?? 0;
}

export async function forfeitWallet(db: Db, accountId: string, now: Date): Promise<void> {
  await sql`
    WITH wallet AS (
      UPDATE wallets SET moved_micros = wallet_micros, wallet_micros = 0, auto_top_up_enabled = false,
        cycle_ends_at = '9999-01-01T00:00:00Z'
      WHERE account_id = ${accountId}::uuid
      RETURNING account_id, cycle, moved_micros, nextval('ledger_transaction_ids') AS transaction_id
    )
    ${INSERT_NOTED_POSTINGS}
    SELECT transaction_id, 1, account_id, 'forfeit', cycle, 'micro', 'wallet', 'house_forfeited', moved_micros,
      ${now}::timestamptz, 'account closed'
    FROM wallet WHERE moved_micros > 0
  `.execute(db);
  await sql`
    UPDATE auto_top_ups SET status = 'refused', closed_at = ${now}::timestamptz
    WHERE account_id = ${accountId}::uuid AND status IN ('pending', 'charged')`.execute(db);
}

export type ChargeExport = { id: string; [column: string]: unknown };

/** Pages through the account's charges for its archive, newest first. */
export async function selectCharges(
  db: Db,
  accountId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<ChargeExport[]> {
  const { rows } = await sql<ChargeExport>`
    SELECT id, status, plan, unit, quantity, credits, pool_credits, wallet_micros, routing_credits, credential_id,
      voice_id, model, request_id, reserved_at, closed_at, refunded_micros
    FROM charges WHERE account_id = ${accountId}::uuid AND (${before}::uuid IS NULL OR id < ${before}::uuid)
    ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Pages through the account's postings for its archive, newest first. `id` is the transaction and the line in it. */
export async function selectPostings(
  db: Db,
  accountId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<ChargeExport[]> {
  const [transactionId = null, line = null] = before?.split('.') ?? [];
  const { rows } = await sql<ChargeExport>`
    SELECT transaction_id || '.' || line AS id, kind, cycle, unit, from_book, to_book, amount, charge_id, at
    FROM ledger_postings
    WHERE account_id = ${accountId}::uuid AND (${transactionId}::bigint IS NULL
      OR (transaction_id, line) < (${transactionId}::bigint, ${line}::smallint))
    ORDER BY transaction_id DESC, line DESC LIMIT ${limit}`.execute(db);
  return rows;
}
