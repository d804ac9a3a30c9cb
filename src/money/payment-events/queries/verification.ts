import { type Db, sql } from '../../../platform/database/index.ts';

export type PaymentDifferenceRow = { account_id: string; what: string; expected: number; found: number };

/** Across tenants: credits without a delivery, deliveries without their credit, and refunds that do not add up. */
export async function selectPaymentDifferences(db: Db): Promise<PaymentDifferenceRow[]> {
  const { rows } = await sql<PaymentDifferenceRow>`
    WITH credited AS (
      SELECT account_id, reference, sum(amount) AS micros FROM ledger_postings
      WHERE kind = 'top_up' AND starts_with(reference, 'payment:') GROUP BY account_id, reference
    ), paid AS (
      SELECT p.*, 'payment:' || p.provider || ':' || p.id AS reference FROM payments p
    ), reversed AS (
      SELECT provider, payment_id, sum(taken_micros) AS micros FROM payment_reversals GROUP BY provider, payment_id
    ), compared AS (
      SELECT COALESCE(c.account_id, p.account_id) AS account_id, COALESCE(c.reference, p.reference) AS what,
        COALESCE(p.micros, 0) AS expected, COALESCE(c.micros, 0) AS found
      FROM credited c FULL JOIN paid p ON p.reference = c.reference AND p.account_id = c.account_id
      UNION ALL
      SELECT p.account_id, 'event of ' || p.reference, 1, 0 FROM paid p
      WHERE NOT EXISTS (SELECT 1 FROM payment_events e WHERE e.id = p.event_id AND e.status = 'acted')
      UNION ALL
      SELECT e.account_id, 'credit of event ' || e.id, 1, 0 FROM payment_events e
      WHERE e.payment_id IS NOT NULL AND e.status = 'acted'
        AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.provider = e.provider AND p.id = e.payment_id)
      UNION ALL
      SELECT p.account_id, 'taken back of ' || p.reference, COALESCE(r.micros, 0), p.taken_micros
      FROM paid p LEFT JOIN reversed r ON r.provider = p.provider AND r.payment_id = p.id
    )
    SELECT account_id, what, expected::bigint AS expected, found::bigint AS found FROM compared
    WHERE expected <> found ORDER BY account_id, what LIMIT 1000`.execute(db);
  return rows;
}
