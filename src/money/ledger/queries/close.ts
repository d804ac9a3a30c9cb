import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { isSamePerson } from '../../../tenancy/marks/index.ts';
import type { ChargeStatus } from '../charge.ts';
import { addAfterDebt } from './debts.ts';
import { INSERT_CHARGE_POSTINGS } from './postings.ts';
import { type Rider, writeRiders } from './riders.ts';
import { countSale, SELLER_PERCENT } from './sales.ts';

// A charge is closed by one long statement: it costs one round trip, and alone it holds a wallet only while it runs.
// The price is that its parts all see the tables as they were before it, so each takes from `h` and `o` what the others
// move. `settled` keeps the true cost, and the fee if there is a cost; `released` keeps nothing. The rest returns to
// where it came from, after what the account owes. Postings, limits of keys, the sale and riders are written along with
// it, so that none of them can be missing.

export type ChargeRow = {
  status: ChargeStatus;
  credits: number;
  pool_credits: number;
  wallet_micros: number;
  refunded_micros: number;
};

export type ClosedRow = ChargeRow & { runs_low: boolean; refunded_cents: number };

export type CloseInput = {
  accountId: string;
  chargeId: string;
  outcome: 'settled' | 'released';
  /** The true cost without the fee, capped at the reservation; zero for a release. */
  credits: number;
  /** Null keeps the reserved quantity. */
  quantity: number | null;
  riders?: readonly Rider[] | undefined;
  now: Date;
};

const CHARGE_COLUMNS = sql`status, credits, pool_credits, wallet_micros, refunded_micros`;

// `h` is the reservation, `w` the wallet. A refund of the plan counted these credits as spent, so they pay what is owed first. Those
// of an earlier cycle lapsed at its end: the rest of them does not return to this one.
const INTO_OWED = sql`LEAST(w.owed_credits, h.back_pool)`;
const ofThisCycle = (credits: Sql) => sql`CASE WHEN w.cycle = h.cycle THEN ${credits} ELSE 0 END`;
const INTO_POOL = ofThisCycle(sql`h.back_pool - ${INTO_OWED}`);

// Most calls leave enough, and then no automatic top-up has to be looked for. The wallet here is as it was before this
// statement. A reservation that it does not show yet is settled later, and looks again.
const RUNS_LOW = sql`charge.wallet_micros > 0 AND EXISTS (
    SELECT FROM wallets w, o WHERE w.account_id = o.account_id AND w.auto_top_up_enabled
      AND w.wallet_micros + o.back_micros - o.into_debt < w.low_balance_threshold_cents * 10000::bigint)`;

// The balance is shown in whole cents, rounded down. This is how much it grew between before and after.
const REFUNDED_CENTS = sql`(SELECT CASE WHEN o.back_micros > 0
    THEN o.wallet_after / 10000 - (o.wallet_after - o.back_micros + o.into_debt) / 10000 ELSE 0 END FROM o)`;

const RETURN_TO_WALLET = sql`
  UPDATE wallets w SET
    moved_pool = ${INTO_POOL},
    moved_owed = ${INTO_OWED},
    pool_credits = w.pool_credits + ${INTO_POOL},
    included_credits = w.included_credits - ${ofThisCycle(INTO_OWED)},
    owed_credits = w.owed_credits - ${INTO_OWED},
    ${addAfterDebt(sql`h.back_micros`)},
    prepaid_spent_micros = w.prepaid_spent_micros - CASE WHEN w.cycle = h.cycle THEN h.back_micros ELSE 0 END,
    routing_credits = w.routing_credits + h.back_routing
  FROM h
  WHERE w.account_id = h.account_id AND (h.back_pool > 0 OR h.back_micros > 0 OR h.back_routing > 0)
  RETURNING w.moved_pool, w.moved_owed, w.moved_micros, w.wallet_micros AS wallet_after`;

const WITH_WHAT_MOVED = sql`
  SELECT h.*, COALESCE(moved_pool, 0) AS into_pool, COALESCE(moved_owed, 0) AS into_owed,
    COALESCE(moved_micros, 0) AS into_debt,
    COALESCE(wallet_after, 0) AS wallet_after
  FROM h LEFT JOIN wallet ON true`;

const MOVES = sql`
  (1, 'credit', 'pool_held', 'house_used', o.kept_pool),
  (2, 'credit', 'pool_held', 'pool', o.into_pool),
  (3, 'credit', 'pool_held', 'house_lapsed', o.back_pool - o.into_pool - o.into_owed),
  (4, 'micro', 'wallet_held', 'house_used', o.kept_micros),
  (5, 'micro', 'wallet_held', 'wallet', o.back_micros),
  (6, 'routing', 'routing_held', 'routing', o.back_routing),
  (7, 'routing', 'routing_held', 'house_used', o.routing_credits - o.back_routing),
  (10, 'micro', 'wallet', 'owed', o.into_debt),
  (11, 'credit', 'pool_held', 'owed_credits', o.into_owed)`;

const LESS_USED_BY_KEY = sql`
  UPDATE key_limits k SET used_credits = GREATEST(0, k.used_credits - (o.credits - o.kept))
  FROM o WHERE k.key_id IN (o.credential_id, o.ephemeral_key_id) AND k.account_id = o.account_id
    AND (k.cycle = o.cycle OR k.expires_at IS NOT NULL) AND o.credits > o.kept`;

/** The reservation, and which part of it is kept. */
function heldParts(input: CloseInput): Sql {
  const settled = input.outcome === 'settled';
  const cost = sql`${input.credits}::bigint`;
  const keptFee = sql`CASE WHEN ${cost} > 0 THEN fee_credits ELSE 0 END`;
  // The price then goes to the house: who pays themselves would turn credits into money.
  const person = isSamePerson(
    sql`held.account_id`,
    sql`held.seller_account_id`,
    sql`${input.now}::timestamptz`,
  );
  const sellsToSelf = sql`kept_fee > 0 AND ${person}`;
  const kept = sql`(LEAST(credits - fee_credits, ${cost}) + ${keptFee})`;
  return sql`
held AS (
      SELECT id, account_id, cycle, credits, pool_credits, wallet_micros, routing_credits, micros_per_credit, credential_id,
        ephemeral_key_id,
        ${kept} AS kept, LEAST(pool_credits, ${kept}) AS kept_pool, ${keptFee} AS kept_fee, plan, listing_id,
        seller_account_id,
        CASE WHEN ${settled}::boolean THEN 0 ELSE routing_credits END AS back_routing
      FROM charges
      WHERE id = ${input.chargeId}::uuid AND account_id = ${input.accountId}::uuid AND status = 'reserved'
      FOR UPDATE
    ), h AS MATERIALIZED (
      SELECT *, nextval('ledger_transaction_ids') AS transaction_id, pool_credits - kept_pool AS back_pool,
        (kept - kept_pool) * micros_per_credit AS kept_micros,
        wallet_micros - (kept - kept_pool) * micros_per_credit AS back_micros,
        CASE WHEN ${sellsToSelf} THEN 0 ELSE kept_fee * ${SELLER_PERCENT} / 100 END AS seller_credits
      FROM held
    )`;
}

/** The row lock on the charge decides who closes it: a later caller finds it closed and moves nothing. */
export async function closeCharge(db: Db, input: CloseInput): Promise<ClosedRow | undefined> {
  const settled = input.outcome === 'settled';
  const result = await sql<ClosedRow>`
    WITH ${heldParts(input)}, wallet AS (
      ${RETURN_TO_WALLET}
    ), o AS MATERIALIZED (
      ${WITH_WHAT_MOVED}
    ), charge AS (
      UPDATE charges c SET
        status = ${input.outcome}::text,
        closed_at = ${input.now}::timestamptz,
        quantity = COALESCE(${input.quantity}::bigint, c.quantity),
        credits = o.kept,
        pool_credits = o.kept_pool,
        wallet_micros = o.kept_micros,
        refunded_micros = o.back_micros,
        fee_credits = o.kept_fee,
        seller_credits = o.seller_credits
      FROM o WHERE c.id = o.id
      RETURNING c.*
    ), posting AS (
      ${INSERT_CHARGE_POSTINGS}
      SELECT o.transaction_id, line, o.account_id, ${settled ? 'settle' : 'release'}::text, o.cycle, unit, from_book,
        to_book, amount, ${input.now}::timestamptz, o.id
      FROM o, LATERAL (VALUES
        ${MOVES}
      ) AS moved (line, unit, from_book, to_book, amount)
      WHERE amount > 0
    ), key_limit AS (
      ${LESS_USED_BY_KEY}
    ), fee_posting AS (
      ${INSERT_CHARGE_POSTINGS}
      SELECT o.transaction_id, line, seller.account_id, 'fee', seller.cycle, 'credit', 'house_fees', to_book, amount,
        ${input.now}::timestamptz, o.id
      FROM o JOIN wallets seller ON seller.account_id = o.seller_account_id, LATERAL (VALUES
        (8, 'earnings', o.seller_credits),
        (9, 'house_commission', o.kept_fee - o.seller_credits)
      ) AS moved (line, to_book, amount)
      WHERE amount > 0
    ), ${countSale(sql`${input.now}::timestamptz`)} ${writeRiders([input])}
    SELECT ${CHARGE_COLUMNS}, ${RUNS_LOW} AS runs_low, ${REFUNDED_CENTS} AS refunded_cents FROM charge
  `.execute(db);
  return result.rows[0];
}

export async function findCharge(
  db: Db,
  accountId: string,
  chargeId: string,
): Promise<ChargeRow | undefined> {
  const result = await sql<ChargeRow>`
    SELECT ${CHARGE_COLUMNS} FROM charges WHERE id = ${chargeId}::uuid AND account_id = ${accountId}::uuid
  `.execute(db);
  return result.rows[0];
}

export type OverdueRow = {
  id: string;
  account_id: string;
  delivered_credits: number;
  delivered_quantity: number;
};

/** Across tenants, for the sweep. */
export async function selectOverdue(db: Db, now: Date, limit: number): Promise<OverdueRow[]> {
  const result = await sql<OverdueRow>`
    SELECT id, account_id, delivered_credits, delivered_quantity FROM charges
    WHERE status = 'reserved' AND deadline_at <= ${now}::timestamptz
    ORDER BY deadline_at LIMIT ${limit}
  `.execute(db);
  return result.rows;
}
