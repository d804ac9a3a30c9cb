import { type Sql, sql } from '../../../platform/database/index.ts';

/**
 * Common tables of the settling statement, which calls the closed charge `o`: they add a use with anything delivered to the
 * sales of its listing. They pass over locked rows, so that buyers of one voice neither wait for each other nor deadlock.
 */
export function countSale(now: Sql): Sql {
  const month = sql`date_trunc('month', ${now} AT TIME ZONE 'UTC')::date`;
  const freePlanCredits = sql`CASE WHEN o.plan = 'free' THEN o.seller_credits ELSE 0 END`;
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
    )`;
}
