import { type Columns, type Db, sql, tableOf } from '../../../platform/database/index.ts';
import type { ChargeRow } from './close.ts';
import { HINT_FEW_ROWS } from './planner-hint.ts';
import { INSERT_CHARGE_POSTINGS } from './postings.ts';
import { type Rider, writeRiders } from './riders.ts';

export type WholeSettlement = {
  accountId: string;
  chargeId: string;
  credits: number;
  /** Null keeps the reserved quantity. */
  quantity: number | null;
  riders?: readonly Rider[] | undefined;
  now: Date;
};

export type SettledRow = ChargeRow & { charge_id: string; runs_low: boolean };

const ASKED: Columns = {
  charge_id: 'uuid',
  payer: 'uuid',
  used: 'bigint',
  amount: 'bigint',
  at: 'timestamptz',
};

/**
 * Settles charges of many accounts that used exactly what they reserved and pay no seller. No wallet changes then, and
 * each settlement locks only its own charge. Other charges, and those closed before, are left as they are and not
 * returned: `closeCharge` is for them.
 */
export async function settleWhole(db: Db, settlements: readonly WholeSettlement[]): Promise<SettledRow[]> {
  const asked = settlements.map(({ accountId, chargeId, credits, quantity, now }) => ({
    charge_id: chargeId,
    payer: accountId,
    used: credits,
    amount: quantity,
    at: now,
  }));
  const { rows } = await sql<SettledRow>`
    WITH asked AS MATERIALIZED (
      SELECT * FROM ${tableOf(ASKED, asked)} WHERE ${HINT_FEW_ROWS}
    ), held AS (
      UPDATE charges c SET status = 'settled', closed_at = at, quantity = COALESCE(amount, c.quantity)
      FROM asked
      WHERE c.id = charge_id AND c.account_id = payer
        AND c.status = 'reserved' AND c.credits = used AND c.listing_id IS NULL
      RETURNING c.*, nextval('ledger_transaction_ids') AS transaction_id
    ), posting AS (
      ${INSERT_CHARGE_POSTINGS}
      SELECT transaction_id, line, account_id, 'settle', cycle, moved.unit, from_book, 'house_used', amount, closed_at, id
      FROM held, LATERAL (VALUES
        (1, 'credit', 'pool_held', pool_credits),
        (4, 'micro', 'wallet_held', wallet_micros),
        (7, 'routing', 'routing_held', routing_credits)
      ) AS moved (line, unit, from_book, amount)
      WHERE amount > 0
    ) ${writeRiders(settlements)}
    SELECT id AS charge_id, status, credits, pool_credits, wallet_micros, refunded_micros,
      wallet_micros > 0 AND EXISTS (
        SELECT FROM wallets w WHERE w.account_id = held.account_id AND w.auto_top_up_enabled
          AND w.wallet_micros < w.low_balance_threshold_cents * 10000::bigint) AS runs_low
    FROM held
  `.execute(db);
  return rows;
}
