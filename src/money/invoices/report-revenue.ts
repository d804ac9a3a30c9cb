import { parseTimeRange, type TimeRange } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Db, sql } from '../../platform/database/index.ts';

export type RevenueLine = {
  day: string;
  /** The plan that was paid for, or `top_up`. */
  plan: string;
  payments: number;
  gross_cents: number;
  tax_cents: number;
  refunded_cents: number;
};

/** Reports to admins, across accounts. Refunds count on the day they were made, so that past days do not change. */
export async function reportRevenue(
  { db, clock }: { db: Db; clock: Clock },
  query: { from?: string; to?: string },
) {
  const range = parseTimeRange(query, clock.now());
  const revenue = await selectRevenue(db, range);
  const totalOf = (field: 'payments' | 'gross_cents' | 'tax_cents' | 'refunded_cents') =>
    revenue.reduce((sum, line) => sum + line[field], 0);
  return {
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    total: {
      payments: totalOf('payments'),
      gross_cents: totalOf('gross_cents'),
      tax_cents: totalOf('tax_cents'),
      refunded_cents: totalOf('refunded_cents'),
    },
    revenue,
  };
}

async function selectRevenue(db: Db, { from, to }: TimeRange): Promise<RevenueLine[]> {
  const within = (time: string) =>
    sql`${sql.ref(time)} >= ${from}::timestamptz AND ${sql.ref(time)} < ${to}::timestamptz`;
  const { rows } = await sql<RevenueLine>`
    WITH movement AS (
      SELECT issued_at AS at, COALESCE(plan, purpose) AS plan, 1 AS payments, cents AS gross, (
          SELECT COALESCE(sum((tax ->> 'cents')::bigint), 0) FROM jsonb_array_elements(taxes) AS tax
        ) AS tax, 0 AS refunded
      FROM invoices WHERE ${within('issued_at')}
      UNION ALL
      SELECT r.refunded_at, COALESCE(plan, purpose), 0, 0, 0, r.cents
      FROM invoice_refunds r JOIN invoices ON invoices.id = r.invoice_id WHERE ${within('r.refunded_at')}
      UNION ALL
      SELECT r.reversed_at, COALESCE(plan, purpose), 0, 0, 0, -r.cents
      FROM invoice_refunds r JOIN invoices ON invoices.id = r.invoice_id WHERE ${within('r.reversed_at')}
    )
    SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, plan, sum(payments)::bigint AS payments,
      sum(gross)::bigint AS gross_cents, sum(tax)::bigint AS tax_cents, sum(refunded)::bigint AS refunded_cents
    FROM movement GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
  return rows;
}
