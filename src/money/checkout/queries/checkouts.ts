import { type Db, sql, type Tx } from '../../../platform/database/index.ts';
import { CARD_PROVIDER, type ProviderName } from '../../providers/index.ts';
import { firstAskAt, MAX_AGE_MS } from '../ask-times.ts';

type CheckoutStatus = 'opening' | 'open' | 'paid' | 'failed' | 'expired';

export type Checkout = {
  id: string;
  reference: string;
  accountId: string;
  provider: ProviderName;
  purpose: 'plan' | 'top_up';
  plan: string | null;
  /** The price in US cents. */
  cents: number;
  /** The amount that the provider charges, in hundredths of `currency`. */
  amountMinor: number;
  currency: string;
  status: CheckoutStatus;
  sessionId: string | null;
  url: string | null;
  createdAt: Date;
};

export type NewCheckout = Omit<Checkout, 'status' | 'sessionId' | 'url'>;

const COLUMNS = sql`id, reference, account_id AS "accountId", provider, purpose, plan, cents,
  amount_minor AS "amountMinor", currency, status, session_id AS "sessionId", url, created_at AS "createdAt"`;

export async function insertCheckout(db: Db, checkout: NewCheckout): Promise<void> {
  await sql`
    INSERT INTO checkouts (id, reference, account_id, provider, purpose, plan, cents, amount_minor, currency, created_at,
      ask_at)
    VALUES (${checkout.id}::uuid, ${checkout.reference}, ${checkout.accountId}::uuid, ${checkout.provider},
      ${checkout.purpose}, ${checkout.plan}, ${checkout.cents}, ${checkout.amountMinor}, ${checkout.currency},
      ${checkout.createdAt}::timestamptz, ${firstAskAt(checkout)}::timestamptz)
  `.execute(db);
}

/** A payment may be quicker than this update, so a checkout that is closed by now stays so. */
export async function markOpen(tx: Tx, id: string, page: { url: string; sessionId: string }): Promise<void> {
  await sql`
    UPDATE checkouts SET session_id = ${page.sessionId}, url = ${page.url},
      status = CASE WHEN status = 'opening' THEN 'open' ELSE status END
    WHERE id = ${id}::uuid
  `.execute(tx);
}

/**
 * Finds an order by our reference, or by the provider's id of its payment page if only one order has it. Its status
 * does not matter, because money may come late.
 */
export async function findCheckout(
  db: Db,
  by: { provider: ProviderName } & ({ reference: string } | { sessionId: string }),
): Promise<Checkout | null> {
  const match = 'reference' in by ? sql`reference = ${by.reference}` : sql`session_id = ${by.sessionId}`;
  const { rows } = await sql<Checkout>`
    SELECT ${COLUMNS} FROM checkouts WHERE provider = ${by.provider} AND ${match} LIMIT 2
  `.execute(db);
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

/** An open page for the same order. */
export async function selectReusable(
  db: Db,
  order: Pick<Checkout, 'accountId' | 'provider' | 'amountMinor' | 'currency'> & {
    plan: string;
    createdAfter: Date;
  },
): Promise<{ url: string; sessionId: string } | null> {
  const { rows } = await sql<{ url: string; sessionId: string }>`
    SELECT url, session_id AS "sessionId" FROM checkouts
    WHERE account_id = ${order.accountId}::uuid AND provider = ${order.provider} AND plan = ${order.plan}
      AND amount_minor = ${order.amountMinor} AND currency = ${order.currency} AND status = 'open'
      AND created_at > ${order.createdAfter}::timestamptz
    ORDER BY created_at DESC LIMIT 1
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * A plan that was paid for while this order was open: paying both was hardly meant. Null for an order that counts already,
 * and for another month of the same plan through a regional rail.
 */
export async function rivalOf(tx: Tx, order: Checkout): Promise<Checkout | null> {
  if (order.purpose !== 'plan' || order.status === 'paid') return null;
  const { rows } = await sql<Checkout>`
    SELECT ${COLUMNS} FROM checkouts
    WHERE account_id = ${order.accountId}::uuid AND id <> ${order.id}::uuid AND purpose = 'plan' AND status = 'paid'
      AND closed_at >= ${order.createdAt}::timestamptz
      AND (plan <> ${order.plan} OR provider = ${CARD_PROVIDER} OR ${order.provider} = ${CARD_PROVIDER})
    ORDER BY closed_at LIMIT 1`.execute(tx);
  return rows[0] ?? null;
}

/** The plan that the account last paid for by card. */
export async function lastCardOrder(tx: Tx, accountId: string): Promise<Checkout | null> {
  const { rows } = await sql<Checkout>`
    SELECT ${COLUMNS} FROM checkouts
    WHERE account_id = ${accountId}::uuid AND provider = ${CARD_PROVIDER} AND purpose = 'plan' AND status = 'paid'
    ORDER BY closed_at DESC LIMIT 1`.execute(tx);
  return rows[0] ?? null;
}

/** Payment pages for a plan that may still be paid. */
export async function selectOpenPlanPages(db: Db, accountId: string): Promise<Checkout[]> {
  const { rows } = await sql<Checkout>`
    SELECT ${COLUMNS} FROM checkouts
    WHERE account_id = ${accountId}::uuid AND purpose = 'plan' AND status = 'open' AND session_id IS NOT NULL
    ORDER BY created_at`.execute(db);
  return rows;
}

/** Null when it was closed so before. A payment also closes what had failed or expired. */
export async function updateStatus(
  tx: Tx,
  id: string,
  change: { status: 'paid' | 'failed' | 'expired'; now: Date },
): Promise<Checkout | null> {
  const { rows } = await sql<Checkout>`
    UPDATE checkouts SET status = ${change.status}, closed_at = ${change.now}::timestamptz
    WHERE id = ${id}::uuid AND (closed_at IS NULL OR (${change.status} = 'paid' AND status <> 'paid'))
    RETURNING ${COLUMNS}
  `.execute(tx);
  return rows[0] ?? null;
}

/** Across tenants: orders whose provider should be asked now whether they are paid. Others do not ask for `leaseMs`. */
export async function takeUnpaid(
  db: Db,
  filter: { provider: ProviderName; now: Date; leaseMs: number; limit: number },
): Promise<Checkout[]> {
  const until = new Date(filter.now.getTime() + filter.leaseMs);
  const { rows } = await sql<Checkout>`
    UPDATE checkouts SET asked_at = ${filter.now}::timestamptz, ask_at = ${until}::timestamptz
    WHERE id IN (
      SELECT id FROM checkouts
      WHERE provider = ${filter.provider} AND status IN ('opening', 'open') AND ask_at <= ${filter.now}::timestamptz
      ORDER BY ask_at LIMIT ${filter.limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING ${COLUMNS}
  `.execute(db);
  return rows;
}

export async function setAskAt(db: Db, id: string, at: Date): Promise<void> {
  await sql`
    UPDATE checkouts SET ask_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND status IN ('opening', 'open')`.execute(db);
}

/** The provider is asked next, unless that was done a moment ago. */
export async function askSoon(db: Db, reference: string, now: Date): Promise<void> {
  const soon = sql`GREATEST(${now}::timestamptz, COALESCE(asked_at, created_at) + interval '10 seconds')`;
  await sql`
    UPDATE checkouts SET ask_at = ${soon}
    WHERE reference = ${reference} AND status IN ('opening', 'open') AND ask_at > ${soon}`.execute(db);
}

/** Returns a page of the account's own orders, newest first. */
export async function selectCheckouts(
  db: Db,
  accountId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<Checkout[]> {
  const { rows } = await sql<Checkout>`
    SELECT ${COLUMNS} FROM checkouts
    WHERE account_id = ${accountId}::uuid AND (${before}::uuid IS NULL OR id < ${before}::uuid)
    ORDER BY id DESC LIMIT ${limit}
  `.execute(db);
  return rows;
}

/** A payment page shows the payer's address. */
export async function forgetPages(db: Db, accountId: string): Promise<void> {
  await sql`UPDATE checkouts SET url = NULL WHERE account_id = ${accountId}::uuid`.execute(db);
}

/** Where the provider is asked, its last answer expires the order. Without one, it expires after `abandonedBefore`. */
export async function expireBatch(
  db: Db,
  batch: { now: Date; abandonedBefore: Date; limit: number },
): Promise<number> {
  const createdBefore = new Date(batch.now.getTime() - MAX_AGE_MS);
  const { rows } = await sql`
    UPDATE checkouts SET status = 'expired', closed_at = ${batch.now}::timestamptz
    WHERE id IN (
      SELECT c.id FROM checkouts c
      WHERE c.status IN ('opening', 'open') AND c.created_at < ${createdBefore}::timestamptz
        AND (c.ask_at IS NULL OR c.created_at < ${batch.abandonedBefore}::timestamptz)
        AND NOT EXISTS (SELECT 1 FROM auto_top_ups t WHERE t.checkout_id = c.id AND t.status IN ('pending', 'charged'))
      ORDER BY c.created_at LIMIT ${batch.limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING id
  `.execute(db);
  return rows.length;
}
