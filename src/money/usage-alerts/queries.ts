import { type Db, sql, type Tx } from '../../platform/database/index.ts';

export type DueRow = {
  account_id: string;
  cycle: number;
  percent: number;
  used_credits: number;
  included_credits: number;
  cycle_ends_at: Date;
};

/** Across tenants, for the sweep: percentages that were reached in this cycle and not announced yet. */
export async function selectDue(db: Db, now: Date, limit: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    SELECT w.account_id, w.cycle, alert.percent, w.included_credits - w.pool_credits AS used_credits,
      w.included_credits, w.cycle_ends_at
    FROM wallets w, unnest(w.usage_alert_percents) AS alert (percent)
    WHERE w.usage_alert_percents IS NOT NULL AND w.included_credits > 0 AND w.cycle_ends_at > ${now}::timestamptz
      AND (w.included_credits - w.pool_credits) * 100 >= alert.percent * w.included_credits
      AND NOT EXISTS (SELECT FROM usage_alerts a
        WHERE a.account_id = w.account_id AND a.cycle = w.cycle AND a.percent = alert.percent)
    ORDER BY w.account_id, alert.percent LIMIT ${limit}`.execute(db);
  return rows;
}

/** False when another node was first. */
export async function insertAlert(tx: Tx, alert: DueRow & { id: string; now: Date }): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO usage_alerts (id, account_id, cycle, percent, used_credits, included_credits, reached_at)
    VALUES (${alert.id}::uuid, ${alert.account_id}::uuid, ${alert.cycle}::integer, ${alert.percent}::integer,
      ${alert.used_credits}::bigint, ${alert.included_credits}::bigint, ${alert.now}::timestamptz)
    ON CONFLICT (account_id, cycle, percent) DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
}

export async function deleteAlerts(db: Db, accountId: string): Promise<void> {
  await sql`DELETE FROM usage_alerts WHERE account_id = ${accountId}::uuid`.execute(db);
}
