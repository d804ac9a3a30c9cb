import { type Columns, type Db, sql, type Tx, tableOf } from '../../../platform/database/index.ts';
import type { Purchase } from '../unpaid-fees.ts';
import { INSERT_CHARGE_POSTINGS } from './postings.ts';
import { SELLER_PERCENT } from './sales.ts';

type PurchaseRow = Purchase & { closedAt: Date };
const PAGE = 500;

// The wallet pays the fee before it pays for units (`unfundedPart`).
const FEE_FROM_WALLET = sql`LEAST(fee_credits, credits - pool_credits)`;

/** Yields what the account bought from its wallet, newest first. */
export function walletPurchases(tx: Tx, accountId: string): AsyncIterable<Purchase> {
  return pages(async (before) => {
    const { rows } = await sql<PurchaseRow>`
      SELECT id AS "chargeId", wallet_micros AS spent, ${FEE_FROM_WALLET} AS "feeCredits",
        micros_per_credit AS "creditPrice", closed_at AS "closedAt"
      FROM charges
      WHERE account_id = ${accountId}::uuid AND status = 'settled' AND wallet_micros > 0
        AND ${isBefore(before)}
      ORDER BY closed_at DESC, id DESC LIMIT ${PAGE}`.execute(tx);
    return rows;
  });
}

/** Yields what the account bought with the plan's credits of a cycle, newest first. */
export function poolPurchases(tx: Tx, accountId: string, cycle: number): AsyncIterable<Purchase> {
  return pages(async (before) => {
    const { rows } = await sql<PurchaseRow>`
      SELECT id AS "chargeId", pool_credits AS spent, fee_credits - ${FEE_FROM_WALLET} AS "feeCredits",
        1 AS "creditPrice", closed_at AS "closedAt"
      FROM charges
      WHERE account_id = ${accountId}::uuid AND status = 'settled' AND cycle = ${cycle} AND pool_credits > 0
        AND ${isBefore(before)}
      ORDER BY closed_at DESC, id DESC LIMIT ${PAGE}`.execute(tx);
    return rows;
  });
}

function isBefore(last: PurchaseRow | undefined) {
  return last ? sql`(closed_at, id) < (${last.closedAt}::timestamptz, ${last.chargeId}::uuid)` : sql`true`;
}

async function* pages(read: (before?: PurchaseRow) => Promise<PurchaseRow[]>): AsyncIterable<Purchase> {
  for (let last: PurchaseRow | undefined; ; ) {
    const page = await read(last);
    yield* page;
    last = page.at(-1);
    if (page.length < PAGE) return;
  }
}

export async function selectUnpaid(tx: Tx, accountId: string): Promise<{ id: string; credits: number }[]> {
  const { rows } = await sql<{ id: string; credits: number }>`
    SELECT id, unpaid_credits AS credits FROM charges
    WHERE account_id = ${accountId}::uuid AND unpaid_credits > 0`.execute(tx);
  return rows;
}

/** Credits of plans that were taken back after they had been spent, by the cycle that they were granted in. */
export async function selectOwedCycles(
  tx: Tx,
  accountId: string,
): Promise<{ cycle: number; credits: number }[]> {
  const { rows } = await sql<{ cycle: number; credits: number }>`
    SELECT cycle, sum(CASE WHEN kind = 'take_back' THEN amount ELSE -amount END)::bigint AS credits
    FROM ledger_postings
    WHERE account_id = ${accountId}::uuid AND unit = 'credit'
      AND (kind = 'take_back' AND from_book = 'owed_credits' OR kind = 'give_back' AND to_book = 'owed_credits')
    GROUP BY cycle`.execute(tx);
  return rows;
}

const ASKED: Columns = { charge_id: 'uuid', unpaid: 'bigint' };

/** Locks the balances of the sellers, all transactions in the same order: no payout is decided meanwhile. */
async function lockSellers(tx: Tx, chargeIds: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO seller_balances (account_id)
    SELECT DISTINCT seller_account_id FROM charges
    WHERE id = ANY(${[...chargeIds]}::uuid[]) AND seller_account_id IS NOT NULL ORDER BY 1
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`
    SELECT account_id FROM seller_balances
    WHERE account_id IN (SELECT seller_account_id FROM charges WHERE id = ANY(${[...chargeIds]}::uuid[]))
    ORDER BY account_id FOR UPDATE`.execute(tx);
}

/** Marks how much of each fee is unpaid, and moves the seller's part and the commission by the difference. */
export async function setUnpaid(
  tx: Tx,
  accountId: string,
  unpaid: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  if (unpaid.size === 0) return;
  await lockSellers(tx, [...unpaid.keys()]);
  const asked = [...unpaid].map(([charge_id, credits]) => ({ charge_id, unpaid: credits }));
  await sql`
    WITH asked AS MATERIALIZED (
      SELECT * FROM ${tableOf(ASKED, asked)}
    ), changed AS MATERIALIZED (
      UPDATE charges c SET unpaid_credits = asked.unpaid, reversed_credits =
        c.seller_credits - LEAST(c.seller_credits, (c.fee_credits - asked.unpaid) * ${SELLER_PERCENT} / 100)
      FROM asked JOIN charges old ON old.id = asked.charge_id
      WHERE c.id = asked.charge_id AND c.account_id = ${accountId}::uuid
      RETURNING c.id, c.seller_account_id, (c.closed_at AT TIME ZONE 'UTC')::date AS day,
        c.reversed_credits - old.reversed_credits AS reversed,
        (c.unpaid_credits - c.reversed_credits) - (old.unpaid_credits - old.reversed_credits) AS commission
    ), moved AS MATERIALIZED (
      SELECT *, nextval('ledger_transaction_ids') AS transaction_id FROM changed
    ), posting AS (
      ${INSERT_CHARGE_POSTINGS}
      SELECT transaction_id, line, seller.account_id, CASE WHEN amount > 0 THEN 'reverse_fee' ELSE 'restore_fee' END,
        seller.cycle, 'credit', CASE WHEN amount > 0 THEN book ELSE 'house_fees' END,
        CASE WHEN amount > 0 THEN 'house_fees' ELSE book END, abs(amount), ${now}::timestamptz, moved.id
      FROM moved JOIN wallets seller ON seller.account_id = moved.seller_account_id, LATERAL (VALUES
        (1, 'earnings', moved.reversed), (2, 'house_commission', moved.commission)
      ) AS part (line, book, amount)
      WHERE amount <> 0
    ), days AS (
      INSERT INTO seller_days (id, seller_account_id, day, earned_credits, reversed_credits)
      SELECT gen_random_uuid(), seller_account_id, day, 0, sum(reversed) FROM moved
      GROUP BY 2, 3 HAVING sum(reversed) <> 0
    )
    UPDATE seller_balances b SET reversed_credits = b.reversed_credits + m.reversed
    FROM (SELECT seller_account_id, sum(reversed)::bigint AS reversed FROM moved GROUP BY 1) AS m
    WHERE b.account_id = m.seller_account_id`.execute(tx);
}

export async function setMatched(tx: Tx, accountId: string, now: Date): Promise<void> {
  await sql`
    UPDATE wallets SET matched_micros = owed_micros, matched_credits = owed_credits, matched_at = ${now}::timestamptz
    WHERE account_id = ${accountId}::uuid`.execute(tx);
}

/**
 * Across tenants: accounts whose debt has changed since, or that bought something while they owe. A minute, since clocks of
 * nodes differ and a settlement commits a moment after its time.
 */
export async function selectUnmatched(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT account_id FROM wallets w
    WHERE (owed_micros > 0 OR owed_credits > 0 OR matched_micros > 0 OR matched_credits > 0)
      AND (owed_micros <> matched_micros OR owed_credits <> matched_credits OR EXISTS (
        SELECT FROM charges c WHERE c.account_id = w.account_id AND c.status = 'settled' AND c.fee_credits > 0
          AND c.closed_at > w.matched_at - interval '1 minute'))
    ORDER BY account_id LIMIT ${limit}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}
