import { type Db, sql, type Tx } from '../../platform/database/index.ts';

export type StoredSubscription = {
  provider: string;
  id: string;
  accountId: string;
  customerId: string | null;
  /** The provider's word, such as active, past_due or canceled. */
  status: string;
  plan: string | null;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
};

const LIVE = ['active', 'trialing', 'past_due', 'incomplete', 'unpaid', 'paused'];

const COLUMNS = sql`provider, id, account_id AS "accountId", customer_id AS "customerId", status, plan,
  current_period_end AS "currentPeriodEnd", cancel_at_period_end AS "cancelAtPeriodEnd"`;

/** The newest subscription that has not ended, whichever provider has it; paid-up ones first. */
export async function currentSubscription(
  db: Db,
  accountId: string,
  except: string | null = null,
): Promise<StoredSubscription | null> {
  const { rows } = await sql<StoredSubscription>`
    SELECT ${COLUMNS} FROM subscriptions
    WHERE account_id = ${accountId}::uuid AND status = ANY(${LIVE}::text[]) AND NOT surplus
      AND (${except}::text IS NULL OR id <> ${except}::text)
    ORDER BY status IN ('active', 'trialing') DESC, updated_at DESC LIMIT 1
  `.execute(db);
  return rows[0] ?? null;
}

export async function subscriptionAccount(db: Db, provider: string, id: string): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT account_id FROM subscriptions WHERE provider = ${provider} AND id = ${id}
  `.execute(db);
  return rows[0]?.account_id ?? null;
}

/** Once surplus, always surplus. */
export async function saveSubscription(
  tx: Tx,
  next: StoredSubscription & { surplus?: boolean; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO subscriptions AS s (provider, id, account_id, customer_id, status, plan, current_period_end,
      cancel_at_period_end, surplus, updated_at)
    VALUES (${next.provider}, ${next.id}, ${next.accountId}::uuid, ${next.customerId}, ${next.status}, ${next.plan},
      ${next.currentPeriodEnd}::timestamptz, ${next.cancelAtPeriodEnd}, ${next.surplus ?? false},
      ${next.now}::timestamptz)
    ON CONFLICT (provider, id) DO UPDATE SET
      customer_id = COALESCE(EXCLUDED.customer_id, s.customer_id), status = EXCLUDED.status,
      plan = COALESCE(EXCLUDED.plan, s.plan),
      current_period_end = COALESCE(EXCLUDED.current_period_end, s.current_period_end),
      cancel_at_period_end = EXCLUDED.cancel_at_period_end, surplus = s.surplus OR EXCLUDED.surplus,
      updated_at = EXCLUDED.updated_at
  `.execute(tx);
}

export async function isSurplusSubscription(db: Db, provider: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT id FROM subscriptions WHERE provider = ${provider} AND id = ${id} AND surplus`.execute(db);
  return rows.length > 0;
}

/** Across tenants: surplus subscriptions that the provider still renews. */
export async function selectToCancel(db: Db, provider: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM subscriptions
    WHERE provider = ${provider} AND surplus AND surplus_canceled_at IS NULL
    ORDER BY updated_at LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function markCanceled(db: Db, provider: string, id: string, now: Date): Promise<void> {
  await sql`
    UPDATE subscriptions SET surplus_canceled_at = ${now}::timestamptz
    WHERE provider = ${provider} AND id = ${id}`.execute(db);
}
