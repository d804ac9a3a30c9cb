import { type Db, sql, type Tx } from '../../../platform/database/index.ts';

export type PlanChangeRow = {
  accountId: string;
  plan: string;
  effectiveAt: Date;
  /** Null: we carry it out. */
  subscriptionId: string | null;
};

const COLUMNS = sql`account_id AS "accountId", plan, effective_at AS "effectiveAt",
  subscription_id AS "subscriptionId"`;

/** Replaces what was scheduled before. */
export async function upsertPlanChange(tx: Db, change: PlanChangeRow & { now: Date }): Promise<void> {
  await sql`
    INSERT INTO plan_changes (account_id, plan, effective_at, subscription_id, requested_at)
    VALUES (${change.accountId}::uuid, ${change.plan}, ${change.effectiveAt}::timestamptz, ${change.subscriptionId},
      ${change.now}::timestamptz)
    ON CONFLICT (account_id) DO UPDATE SET plan = EXCLUDED.plan, effective_at = EXCLUDED.effective_at,
      subscription_id = EXCLUDED.subscription_id, requested_at = EXCLUDED.requested_at
  `.execute(tx);
}

export async function deletePlanChange(tx: Db, accountId: string): Promise<void> {
  await sql`DELETE FROM plan_changes WHERE account_id = ${accountId}::uuid`.execute(tx);
}

export async function selectPlanChange(db: Db, accountId: string): Promise<PlanChangeRow | null> {
  const { rows } = await sql<PlanChangeRow>`
    SELECT ${COLUMNS} FROM plan_changes WHERE account_id = ${accountId}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** Across tenants. Call it in the transaction that carries the change out: other nodes pass over a locked row. */
export async function takeDuePlanChange(tx: Tx, now: Date): Promise<PlanChangeRow | null> {
  const { rows } = await sql<PlanChangeRow>`
    DELETE FROM plan_changes WHERE account_id = (
      SELECT account_id FROM plan_changes WHERE effective_at <= ${now}::timestamptz
      ORDER BY effective_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING ${COLUMNS}
  `.execute(tx);
  return rows[0] ?? null;
}
