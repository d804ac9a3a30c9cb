import { type Db, sql, type Tx } from '../../platform/database/index.ts';

/** The provider's id for the account that was linked last; a card saved with it can be charged. */
export async function accountCustomer(db: Db, accountId: string, provider: string): Promise<string | null> {
  const { rows } = await sql<{ customer_id: string }>`
    SELECT customer_id FROM payment_customers
    WHERE account_id = ${accountId}::uuid AND provider = ${provider} ORDER BY linked_at DESC LIMIT 1
  `.execute(db);
  return rows[0]?.customer_id ?? null;
}

export async function customerAccount(db: Db, provider: string, customerId: string): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT account_id FROM payment_customers WHERE provider = ${provider} AND customer_id = ${customerId}
  `.execute(db);
  return rows[0]?.account_id ?? null;
}

/** A customer who pays for another account later belongs to that one. */
export async function linkCustomer(
  tx: Tx,
  link: { provider: string; customerId: string; accountId: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO payment_customers (provider, customer_id, account_id, linked_at)
    VALUES (${link.provider}, ${link.customerId}, ${link.accountId}::uuid, ${link.now}::timestamptz)
    ON CONFLICT (provider, customer_id)
      DO UPDATE SET account_id = EXCLUDED.account_id, linked_at = EXCLUDED.linked_at
  `.execute(tx);
}
