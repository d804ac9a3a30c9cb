import { type Db, sql } from '../../../platform/database/index.ts';
import { SELLER_PERCENT, unfundedPart } from './sales.ts';

const UNFUNDED = unfundedPart({
  plan: sql`plan`,
  share: sql`seller_credits`,
  fee: sql`fee_credits`,
  credits: sql`credits`,
  fromPool: sql`pool_credits`,
});

export type DifferenceRow = { account_id: string; what: string; expected: number; found: number };

/** What the entries and the charges say of each account. */
const TOTALS = sql`
books AS (
  SELECT account_id, unit, book, sum(amount)::bigint AS amount FROM ledger_entries GROUP BY account_id, unit, book
), charged AS (
  SELECT account_id,
    sum(pool_credits) FILTER (WHERE status = 'reserved') AS held_pool,
    sum(wallet_micros) FILTER (WHERE status = 'reserved') AS held_micros,
    sum(routing_credits) FILTER (WHERE status = 'reserved') AS held_routing,
    sum(pool_credits) FILTER (WHERE status = 'settled') AS used_pool,
    sum(wallet_micros) FILTER (WHERE status = 'settled') AS used_micros
  FROM charges GROUP BY account_id
), earned AS (
  SELECT seller_account_id AS account_id, sum(seller_credits - reversed_credits) AS credits,
    sum(reversed_credits) AS reversed,
    sum(fee_credits - unpaid_credits - (seller_credits - reversed_credits)) AS commission
  FROM charges WHERE status = 'settled' AND seller_account_id IS NOT NULL GROUP BY seller_account_id
), payout AS (
  SELECT account_id, sum(credits) FILTER (WHERE status = 'requested') AS held,
    sum(credits) FILTER (WHERE status = 'paid') AS paid
  FROM payouts GROUP BY account_id
), spent AS (
  SELECT w.account_id, sum(c.wallet_micros) AS micros
  FROM wallets w JOIN charges c ON c.account_id = w.account_id AND c.cycle = w.cycle GROUP BY w.account_id
), included AS (
  SELECT w.account_id, sum(CASE WHEN p.to_book = 'pool' THEN p.amount ELSE -p.amount END) AS credits
  FROM wallets w JOIN ledger_postings p ON p.account_id = w.account_id AND p.cycle = w.cycle
  WHERE p.unit = 'credit' AND (p.from_book = 'house_granted'
    OR p.kind IN ('adjust', 'take_back', 'give_back', 'pay_debt', 'withhold') AND 'pool' IN (p.from_book, p.to_book)
    OR p.from_book = 'pool_held' AND p.to_book = 'owed_credits')
  GROUP BY w.account_id
), unbalanced AS (
  SELECT account_id, transaction_id, unit, sum(amount) AS amount
  FROM ledger_entries GROUP BY account_id, transaction_id, unit HAVING sum(amount) <> 0
)`;

/** What sellers earned, by the charges and by the counts that are kept of them. */
const SALES = sql`
used AS (
  SELECT seller_account_id AS account_id, listing_id,
    date_trunc('month', closed_at AT TIME ZONE 'UTC')::date AS month, count(*) AS uses,
    sum(seller_credits) AS credits, sum(${UNFUNDED}) AS free
  FROM charges WHERE status = 'settled' AND listing_id IS NOT NULL AND credits > 0 GROUP BY 1, 2, 3
), sold AS (
  SELECT seller_account_id AS account_id, listing_id, month, sum(uses) AS uses, sum(earned_credits) AS credits,
    sum(free_plan_credits) AS free
  FROM listing_sales GROUP BY 1, 2, 3
), earned_days AS (
  SELECT seller_account_id AS account_id, (closed_at AT TIME ZONE 'UTC')::date AS day, sum(seller_credits) AS earned,
    sum(reversed_credits) AS reversed
  FROM charges WHERE status = 'settled' AND seller_credits > 0 GROUP BY 1, 2
), counted_days AS (
  SELECT seller_account_id AS account_id, day, sum(earned_credits) AS earned, sum(reversed_credits) AS reversed
  FROM seller_days GROUP BY 1, 2
)`;

const BALANCES = sql`
SELECT w.account_id, v.what, COALESCE(b.amount, 0) AS expected, COALESCE(v.found, 0) AS found
FROM wallets w LEFT JOIN charged c USING (account_id) LEFT JOIN earned e USING (account_id)
LEFT JOIN payout p USING (account_id) LEFT JOIN seller_balances s USING (account_id) CROSS JOIN LATERAL (VALUES
  ('pool', 'credit', w.pool_credits), ('wallet', 'micro', w.wallet_micros), ('owed', 'micro', -w.owed_micros),
  ('routing', 'routing', w.routing_credits), ('owed_credits', 'credit', -w.owed_credits),
  ('pool_held', 'credit', c.held_pool), ('wallet_held', 'micro', c.held_micros),
  ('routing_held', 'routing', c.held_routing),
  ('house_used', 'credit', c.used_pool), ('house_used', 'micro', c.used_micros),
  ('earnings', 'credit', COALESCE(e.credits, 0) - COALESCE(s.withdrawn_credits, 0)),
  ('house_commission', 'credit', e.commission),
  ('earnings_held', 'credit', p.held), ('house_paid_out', 'credit', p.paid)
) AS v (what, unit, found)
LEFT JOIN books b ON b.account_id = w.account_id AND b.unit = v.unit AND b.book = v.what
UNION ALL
SELECT w.account_id, 'prepaid_spent', COALESCE(s.micros, 0), w.prepaid_spent_micros
FROM wallets w LEFT JOIN spent s USING (account_id)`;

const KEY_USE = sql`
SELECT k.account_id, 'used by key ' || k.key_id, COALESCE((
    SELECT sum(c.credits) FROM charges c
    WHERE c.account_id = k.account_id AND c.credential_id = k.key_id AND c.cycle = k.cycle
  ), 0), k.used_credits
FROM key_limits k WHERE k.expires_at IS NULL
UNION ALL
SELECT k.account_id, 'used by ephemeral key ' || k.key_id, COALESCE((
    SELECT sum(c.credits) FROM charges c
    WHERE c.account_id = k.account_id AND c.ephemeral_key_id = k.key_id
  ), 0), k.used_credits
FROM key_limits k WHERE k.expires_at IS NOT NULL`;

const INCLUDED = sql`
SELECT w.account_id, 'included', COALESCE(i.credits, 0), w.included_credits
FROM wallets w LEFT JOIN included i USING (account_id)`;

const EARNINGS = sql`
SELECT account_id, v.what || ' of ' || listing_id || ' in ' || to_char(month, 'YYYY-MM'), COALESCE(v.expected, 0),
  COALESCE(v.found, 0)
FROM used u FULL JOIN sold s USING (account_id, listing_id, month) CROSS JOIN LATERAL (VALUES
  ('uses', u.uses, s.uses), ('earnings', u.credits, s.credits), ('free-plan earnings', u.free, s.free)
) AS v (what, expected, found)
UNION ALL
SELECT account_id, 'reversed earnings', COALESCE(e.reversed, 0), COALESCE(s.reversed_credits, 0)
FROM earned e FULL JOIN seller_balances s USING (account_id)
UNION ALL
SELECT account_id, v.what || ' on ' || day, COALESCE(v.expected, 0), COALESCE(v.found, 0)
FROM earned_days e FULL JOIN counted_days d USING (account_id, day) CROSS JOIN LATERAL (VALUES
  ('earnings', e.earned, d.earned), ('reversed earnings', e.reversed, d.reversed)
) AS v (what, expected, found)
UNION ALL
SELECT account_id, 'reversed part of charge ' || id,
  seller_credits - LEAST(seller_credits, (fee_credits - unpaid_credits) * ${SELLER_PERCENT} / 100), reversed_credits
FROM charges WHERE unpaid_credits > 0 OR reversed_credits > 0`;

/** Transactions that do not sum to zero, and books that no wallet has. */
const LOOSE_ENTRIES = sql`
SELECT account_id, 'transaction ' || transaction_id || ' ' || unit, 0, amount FROM unbalanced
UNION ALL
SELECT b.account_id, 'no wallet for ' || b.book, 0, b.amount
FROM books b WHERE NOT EXISTS (SELECT 1 FROM wallets w WHERE w.account_id = b.account_id)`;

/** Across tenants, for operators and tests: where the entries and the stored balances differ. */
export async function selectDifferences(db: Db): Promise<DifferenceRow[]> {
  const result = await sql<DifferenceRow>`
    WITH ${TOTALS}, ${SALES}, compared AS (
      ${sql.join([BALANCES, KEY_USE, INCLUDED, EARNINGS, LOOSE_ENTRIES], sql` UNION ALL `)}
    )
    SELECT account_id, what, expected::bigint AS expected, found::bigint AS found FROM compared
    WHERE expected <> found ORDER BY account_id, what LIMIT 1000
  `.execute(db);
  return result.rows;
}
