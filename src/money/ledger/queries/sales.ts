import { type Sql, sql } from '../../../platform/database/index.ts';

/** The seller gets this part of the price of a listing, rounded down. The house keeps the rest. */
export const SELLER_PERCENT = sql`70`;

/**
 * The part of a seller's share that no money paid for: an unpaid plan spent it from its monthly credits. The wallet pays the
 * fee before it pays for units, since it is money either way.
 */
export function unfundedPart(of: { plan: Sql; share: Sql; fee: Sql; credits: Sql; fromPool: Sql }): Sql {
  const fromWallet = sql`LEAST(${of.fee}, ${of.credits} - ${of.fromPool})`;
  return sql`CASE WHEN ${of.plan} IN ('free', 'suspended')
    THEN GREATEST(0, ${of.share} - ${fromWallet} * ${SELLER_PERCENT} / 100) ELSE 0 END`;
}

/**
 * Common tables of the settling statement, which calls the closed charge `o`: they add a use with anything delivered to the
 * sales of its listing. They pass over locked rows, so that buyers of one voice neither wait for each other nor deadlock.
 */
export function countSale(now: Sql): Sql {
  const month = sql`date_trunc('month', ${now} AT TIME ZONE 'UTC')::date`;
  const day = sql`(${now} AT TIME ZONE 'UTC')::date`;
  const freePlanCredits = unfundedPart({
    plan: sql`o.plan`,
    share: sql`o.seller_credits`,
    fee: sql`o.kept_fee`,
    credits: sql`o.kept`,
    fromPool: sql`o.kept_pool`,
  });
  return sql`sales AS (
      SELECT s.id FROM o JOIN listing_sales s ON s.listing_id = o.listing_id AND s.month = ${month}
      WHERE o.kept > 0 LIMIT 1 FOR UPDATE OF s SKIP LOCKED
    ), counted AS (
      UPDATE listing_sales s SET uses = s.uses + 1, earned_credits = s.earned_credits + o.seller_credits,
        free_plan_credits = s.free_plan_credits + ${freePlanCredits}, ranked = false
      FROM sales, o WHERE s.id = sales.id
    ), opened AS (
      INSERT INTO listing_sales (id, listing_id, seller_account_id, month, uses, earned_credits, free_plan_credits)
      SELECT o.id, o.listing_id, o.seller_account_id, ${month}, 1, o.seller_credits, ${freePlanCredits} FROM o
      WHERE o.kept > 0 AND o.listing_id IS NOT NULL AND NOT EXISTS (SELECT FROM sales)
    ), seller_day AS (
      SELECT d.id FROM o JOIN seller_days d ON d.seller_account_id = o.seller_account_id AND d.day = ${day}
      WHERE o.seller_credits > 0 LIMIT 1 FOR UPDATE OF d SKIP LOCKED
    ), day_counted AS (
      UPDATE seller_days d SET earned_credits = d.earned_credits + o.seller_credits
      FROM seller_day, o WHERE d.id = seller_day.id
    ), day_opened AS (
      INSERT INTO seller_days (id, seller_account_id, day, earned_credits)
      SELECT o.id, o.seller_account_id, ${day}, o.seller_credits FROM o
      WHERE o.seller_credits > 0 AND NOT EXISTS (SELECT FROM seller_day)
    )`;
}
