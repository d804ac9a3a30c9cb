import { type Db, type Sql, sql, type Tx } from '../../../platform/database/index.ts';
import { INSERT_NOTED_POSTINGS } from './postings.ts';

type PayoutStatus = 'requested' | 'paid' | 'rejected';

export type PayoutRow = {
  id: string;
  account_id: string;
  status: PayoutStatus;
  credits: number;
  reason: string | null;
  requested_at: Date;
  decided_at: Date | null;
};

const COLUMNS = sql`id, account_id, status, credits, reason, requested_at, decided_at`;

function earnedBy(accountId: string): Sql {
  return sql`(SELECT COALESCE(sum(earned_credits), 0)::bigint FROM listing_sales
    WHERE seller_account_id = ${accountId}::uuid)`;
}

/** Net of what was reversed, of sales on that day (UTC) or later. */
function pendingOf(accountId: string, from: string): Sql {
  return sql`(SELECT COALESCE(sum(earned_credits - reversed_credits), 0)::bigint FROM seller_days
    WHERE seller_account_id = ${accountId}::uuid AND day >= ${from}::date)`;
}

export type NewPayout = { id: string; accountId: string; credits: number; pendingFrom: string; now: Date };

/**
 * Undefined when less can be paid out. What was earned only grows, together with what is pending, and the row has what was
 * reversed; so the guard holds while others earn, withdraw and take back.
 */
export async function insertPayout(
  db: Db,
  { id, accountId, credits, pendingFrom, now }: NewPayout,
): Promise<PayoutRow | undefined> {
  const ripe = sql`${earnedBy(accountId)} - ${pendingOf(accountId, pendingFrom)}`;
  const result = await sql<PayoutRow>`
    WITH balance AS (
      INSERT INTO seller_balances AS b (account_id, withdrawn_credits)
      SELECT ${accountId}::uuid, ${credits}::bigint WHERE ${ripe} >= ${credits}::bigint
      ON CONFLICT (account_id) DO UPDATE SET withdrawn_credits = b.withdrawn_credits + EXCLUDED.withdrawn_credits
        WHERE ${ripe} >= b.reversed_credits + b.withdrawn_credits + EXCLUDED.withdrawn_credits
      RETURNING account_id
    ), payout AS (
      INSERT INTO payouts (id, account_id, credits, requested_at)
      SELECT ${id}, account_id, ${credits}::bigint, ${now}::timestamptz FROM balance
      RETURNING ${COLUMNS}
    ), posting AS (
      ${INSERT_NOTED_POSTINGS}
      SELECT nextval('ledger_transaction_ids'), 1, account_id, 'request_payout', cycle, 'credit', 'earnings',
        'earnings_held', ${credits}::bigint, ${now}::timestamptz, ${id}
      FROM balance JOIN wallets USING (account_id)
    )
    SELECT ${COLUMNS} FROM payout
  `.execute(db);
  return result.rows[0];
}

export type Decision = { id: string; status: 'paid' | 'rejected'; reason: string | null; now: Date };

/** Undefined when it is unknown or was decided before. A rejected payout goes back to the earnings. */
export async function closePayout(
  db: Db,
  { id, status, reason, now }: Decision,
): Promise<PayoutRow | undefined> {
  const result = await sql<PayoutRow>`
    WITH payout AS (
      UPDATE payouts SET status = ${status}, reason = ${reason}, decided_at = ${now}::timestamptz
      WHERE id = ${id} AND status = 'requested' RETURNING ${COLUMNS}
    ), balance AS (
      UPDATE seller_balances b SET withdrawn_credits = b.withdrawn_credits - payout.credits
      FROM payout WHERE b.account_id = payout.account_id AND payout.status = 'rejected'
    ), posting AS (
      ${INSERT_NOTED_POSTINGS}
      SELECT nextval('ledger_transaction_ids'), 1, account_id, 'decide_payout', cycle, 'credit', 'earnings_held',
        ${status === 'paid' ? 'house_paid_out' : 'earnings'}, credits, ${now}::timestamptz, ${id}
      FROM payout JOIN wallets USING (account_id)
    )
    SELECT ${COLUMNS} FROM payout
  `.execute(db);
  return result.rows[0];
}

/** The open payout, with its seller's balance locked: no other payout of the seller is decided meanwhile. */
export async function lockOpenPayout(tx: Tx, id: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`
    SELECT p.* FROM payouts p JOIN seller_balances b USING (account_id)
    WHERE p.id = ${id} AND p.status = 'requested' FOR UPDATE OF b`.execute(tx);
  return rows[0];
}

export type PayoutFilter = {
  accountId?: string | undefined;
  status?: PayoutStatus | undefined;
  before: string | null;
  limit: number;
};

/** Newest first, one more than the page when there is a next one. Without an account across tenants, for admins. */
export async function selectPayouts(
  db: Db,
  { accountId, status, before, limit }: PayoutFilter,
): Promise<PayoutRow[]> {
  const result = await sql<PayoutRow>`
    SELECT ${COLUMNS} FROM payouts
    WHERE ${accountId === undefined ? sql`true` : sql`account_id = ${accountId}::uuid`}
      AND ${status === undefined ? sql`true` : sql`status = ${status}::text`}
      AND ${before === null ? sql`true` : sql`id < ${before}::text`}
    ORDER BY id DESC LIMIT ${limit + 1}
  `.execute(db);
  return result.rows;
}

export async function selectOpenPayouts(db: Db, accountId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    SELECT id FROM payouts WHERE account_id = ${accountId}::uuid AND status = 'requested' ORDER BY id
  `.execute(db);
  return result.rows.map(({ id }) => id);
}

export type EarningsRow = { listing_id: string; month: string; uses: number; credits: number };

/** Newest month first. Months are those of the calendar, in UTC. */
export async function selectEarnings(db: Db, accountId: string): Promise<EarningsRow[]> {
  const result = await sql<EarningsRow>`
    SELECT listing_id, to_char(month, 'YYYY-MM') AS month, sum(uses)::bigint AS uses,
      sum(earned_credits)::bigint AS credits
    FROM listing_sales WHERE seller_account_id = ${accountId}::uuid
    GROUP BY 1, 2 ORDER BY 2 DESC, 1
  `.execute(db);
  return result.rows;
}

export type EarningsTotals = {
  earned: number;
  /** The part of it that no money paid for. */
  unfunded: number;
  /** Credits from sales whose payment went back. */
  reversed: number;
  /** Credits from sales that are too young to be paid out, less what was reversed of them. */
  pending: number;
  requested: number;
  paid: number;
  /** Below zero when more was reversed than is left. */
  available: number;
};

export type SellerTotals = EarningsTotals & { account_id: string };

/** Returns a row for each of these sellers, whether they have earned anything or not. */
export async function selectEarningsOf(
  db: Db,
  accountIds: readonly string[],
  pendingFrom: string,
): Promise<SellerTotals[]> {
  const result = await sql<SellerTotals>`
    SELECT *, earned - reversed - pending - requested - paid AS available FROM (
      SELECT seller.account_id, earned, unfunded, COALESCE(b.reversed_credits, 0) AS reversed, pending, requested, paid
      FROM unnest(${[...accountIds]}::uuid[]) AS seller (account_id)
      LEFT JOIN seller_balances b USING (account_id)
      CROSS JOIN LATERAL (SELECT COALESCE(sum(earned_credits), 0)::bigint AS earned,
          COALESCE(sum(free_plan_credits), 0)::bigint AS unfunded
        FROM listing_sales s WHERE s.seller_account_id = seller.account_id) AS sold
      CROSS JOIN LATERAL (SELECT COALESCE(sum(earned_credits - reversed_credits), 0)::bigint AS pending
        FROM seller_days d WHERE d.seller_account_id = seller.account_id AND d.day >= ${pendingFrom}::date) AS young
      CROSS JOIN LATERAL (SELECT COALESCE(sum(credits) FILTER (WHERE status = 'requested'), 0)::bigint AS requested,
          COALESCE(sum(credits) FILTER (WHERE status = 'paid'), 0)::bigint AS paid
        FROM payouts p WHERE p.account_id = seller.account_id) AS out
    ) AS totals`.execute(db);
  return result.rows;
}

export async function selectEarningsTotals(
  db: Db,
  accountId: string,
  pendingFrom: string,
): Promise<EarningsTotals> {
  const [totals] = await selectEarningsOf(db, [accountId], pendingFrom);
  if (!totals) throw new Error('a seller has no totals');
  return totals;
}

export type PendingDay = { day: string; credits: number };

/** Oldest first. */
export async function selectPendingDays(
  db: Db,
  accountId: string,
  pendingFrom: string,
): Promise<PendingDay[]> {
  const result = await sql<PendingDay>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(earned_credits - reversed_credits)::bigint AS credits
    FROM seller_days WHERE seller_account_id = ${accountId}::uuid AND day >= ${pendingFrom}::date
    GROUP BY 1 HAVING sum(earned_credits - reversed_credits) <> 0 ORDER BY 1`.execute(db);
  return result.rows;
}

/** Moves what was earned and not withdrawn to the house. Payouts that wait must have been closed before. */
export async function forfeitEarnings(db: Db, accountId: string, now: Date): Promise<void> {
  await sql`INSERT INTO seller_balances (account_id) VALUES (${accountId}::uuid) ON CONFLICT DO NOTHING`.execute(
    db,
  );
  const locked = await sql<{ withdrawn_credits: number }>`
    SELECT withdrawn_credits FROM seller_balances WHERE account_id = ${accountId}::uuid FOR UPDATE
  `.execute(db);
  const withdrawn = locked.rows[0]?.withdrawn_credits ?? 0;
  const kept = sql`${earnedBy(accountId)} - reversed_credits`;
  await sql`
    WITH balance AS (
      UPDATE seller_balances SET withdrawn_credits = ${kept}
      WHERE account_id = ${accountId}::uuid AND ${kept} > withdrawn_credits
      RETURNING account_id, withdrawn_credits - ${withdrawn}::bigint AS credits
    )
    ${INSERT_NOTED_POSTINGS}
    SELECT nextval('ledger_transaction_ids'), 1, account_id, 'forfeit', cycle, 'credit', 'earnings', 'house_forfeited',
      credits, ${now}::timestamptz, 'account closed'
    FROM balance JOIN wallets USING (account_id)
  `.execute(db);
}
