import { type Db, sql, type Tx } from '../../../platform/database/index.ts';

export type AutoTopUp = {
  id: number;
  accountId: string;
  cents: number;
  status: 'pending' | 'charged';
  /** The reference of the checkout under which the card is charged. It is null before the first charge. */
  reference: string | null;
};

/**
 * Across tenants. Takes one request up and puts it off, so that no other node takes it meanwhile, and so that it is
 * taken up again when this node dies or the provider fails.
 */
export async function takeDueTopUp(db: Db, now: Date): Promise<AutoTopUp | null> {
  const { rows } = await sql<AutoTopUp>`
    UPDATE auto_top_ups t SET attempts = t.attempts + 1,
      due_at = ${now}::timestamptz + least(interval '2 minutes' * power(2, t.attempts), interval '1 hour')
    WHERE t.id = (
      SELECT id FROM auto_top_ups
      WHERE status IN ('pending', 'charged') AND (due_at IS NULL OR due_at <= ${now}::timestamptz)
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING t.id, t.account_id AS "accountId", t.amount_cents AS cents, t.status,
      (SELECT reference FROM checkouts c WHERE c.id = t.checkout_id) AS reference
  `.execute(db);
  return rows[0] ?? null;
}

export async function linkCheckout(tx: Tx, id: number, checkoutId: string): Promise<void> {
  await sql`UPDATE auto_top_ups SET checkout_id = ${checkoutId}::uuid WHERE id = ${id}::bigint`.execute(tx);
}

/** The credit may have arrived already; then it stays closed. */
export async function markCharged(db: Db, id: number): Promise<void> {
  await sql`
    UPDATE auto_top_ups SET status = 'charged' WHERE id = ${id}::bigint AND status = 'pending'`.execute(db);
}

/** Null when it was closed before. */
export async function closeTopUp(
  tx: Tx,
  id: number,
  change: { status: 'added' | 'refused' | 'declined'; reason?: string; now: Date },
): Promise<{ checkoutId: string | null } | null> {
  const { rows } = await sql<{ checkoutId: string | null }>`
    UPDATE auto_top_ups SET status = ${change.status}, reason = ${change.reason ?? null},
      closed_at = ${change.now}::timestamptz
    WHERE id = ${id}::bigint AND closed_at IS NULL RETURNING checkout_id AS "checkoutId"
  `.execute(tx);
  return rows[0] ?? null;
}

/**
 * Call while a backup is restored: a card may have been charged since it was taken. A balance that is still low asks again, once
 * the payments since then are known.
 */
export async function closeRestored(tx: Db, now: Date): Promise<number> {
  const { rows } = await sql`
    UPDATE auto_top_ups SET status = 'refused', reason = 'restored', closed_at = ${now}::timestamptz
    WHERE status = 'pending' RETURNING id`.execute(tx);
  return rows.length;
}

/** A payment that arrives after the card was declined counts too: against the monthly cap, and nobody is told of a decline. */
export async function closeTopUpOf(tx: Tx, checkoutId: string, now: Date): Promise<void> {
  await sql`
    UPDATE auto_top_ups SET status = 'added', reason = NULL, closed_at = ${now}::timestamptz
    WHERE checkout_id = ${checkoutId}::uuid AND status <> 'added'
  `.execute(tx);
}

export async function turnOff(tx: Tx, accountId: string): Promise<void> {
  await sql`UPDATE wallets SET auto_top_up_enabled = false WHERE account_id = ${accountId}::uuid`.execute(tx);
}

export type DeclinedTopUp = { id: number; accountId: string; cents: number; reason: string };

/** Across tenants. Marks it as told; other nodes pass over a locked row. */
export async function takeUntold(tx: Tx, now: Date): Promise<DeclinedTopUp | null> {
  const { rows } = await sql<DeclinedTopUp>`
    UPDATE auto_top_ups t SET told_at = ${now}::timestamptz
    WHERE t.id = (
      SELECT id FROM auto_top_ups WHERE status = 'declined' AND told_at IS NULL
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING t.id, t.account_id AS "accountId", t.amount_cents AS cents, t.reason
  `.execute(tx);
  return rows[0] ?? null;
}
