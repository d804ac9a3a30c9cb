import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import type { TaxLine } from './taxes.ts';

export type Purpose = 'plan' | 'top_up';
type Issuer = { name: string; addressLines: string[]; taxId: string | null };
type Buyer = { name: string; email: string };

export type InvoiceRow = {
  id: string;
  account_id: string;
  number: number;
  reference: string;
  provider: string;
  purpose: Purpose;
  plan: string | null;
  cents: number;
  paid_minor: number;
  currency: string;
  taxes: TaxLine[];
  issuer: Issuer;
  buyer: Buyer;
  issued_at: Date;
  refunded_cents: number;
};

export type NewInvoice = Omit<InvoiceRow, 'number' | 'refunded_cents'>;

const COLUMNS = sql`id, account_id, number, reference, provider, purpose, plan, cents, paid_minor, currency, taxes, issuer,
  buyer, issued_at, (SELECT COALESCE(sum(r.cents), 0)::bigint FROM invoice_refunds r
    WHERE r.invoice_id = invoices.id AND r.reversed_at IS NULL) AS refunded_cents`;

/** The wallet must be locked: two invoices at once would get the same number. */
export async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO invoices (id, account_id, number, reference, provider, purpose, plan, cents, paid_minor, currency, taxes,
      issuer, buyer, issued_at)
    SELECT ${invoice.id}, ${invoice.account_id}::uuid,
      1 + (SELECT COALESCE(max(number), 0) FROM invoices WHERE account_id = ${invoice.account_id}::uuid),
      ${invoice.reference}, ${invoice.provider}, ${invoice.purpose}, ${invoice.plan}, ${invoice.cents}::bigint,
      ${invoice.paid_minor}::bigint, ${invoice.currency}, ${JSON.stringify(invoice.taxes)}::jsonb,
      ${JSON.stringify(invoice.issuer)}::jsonb, ${JSON.stringify(invoice.buyer)}::jsonb, ${invoice.issued_at}::timestamptz
    ON CONFLICT (reference) DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
}

export async function findInvoice(db: Db, accountId: string, id: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`
    SELECT ${COLUMNS} FROM invoices WHERE id = ${id} AND account_id = ${accountId}::uuid`.execute(db);
  return rows[0];
}

/** Newest first. */
export async function selectInvoices(
  db: Db,
  accountId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    SELECT ${COLUMNS} FROM invoices
    WHERE account_id = ${accountId}::uuid AND (${before}::text IS NULL OR id < ${before}::text)
    ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export type RefundInput = {
  accountId: string;
  paymentReference: string;
  reference: string;
  cents: number;
  now: Date;
};

export async function insertRefund(tx: Tx, refund: RefundInput): Promise<void> {
  await sql`
    INSERT INTO invoice_refunds (reference, invoice_id, cents, refunded_at)
    SELECT ${refund.reference}, id, ${refund.cents}::bigint, ${refund.now}::timestamptz FROM invoices
    WHERE reference = ${refund.paymentReference} AND account_id = ${refund.accountId}::uuid
    ON CONFLICT (reference) DO NOTHING`.execute(tx);
}

export type InvoiceOfPayment = Pick<
  InvoiceRow,
  'id' | 'account_id' | 'reference' | 'provider' | 'plan' | 'cents' | 'paid_minor'
> & {
  refunded_cents: number;
  /** The part of `refunded_cents` that refunds took, without disputes. */
  refunds_cents: number;
};

/** The invoice of a payment, or the one that the payment paid. */
export async function lockInvoiceOf(tx: Tx, paymentReference: string): Promise<InvoiceOfPayment | null> {
  const { rows } = await sql<InvoiceOfPayment>`
    SELECT id, account_id, reference, provider, plan, cents, paid_minor, r.refunded_cents, r.refunds_cents
    FROM invoices CROSS JOIN LATERAL (
      SELECT COALESCE(sum(cents), 0)::bigint AS refunded_cents,
        COALESCE(sum(cents) FILTER (WHERE starts_with(reference, 'refund:')), 0)::bigint AS refunds_cents
      FROM invoice_refunds WHERE invoice_id = invoices.id AND reversed_at IS NULL
    ) AS r
    WHERE reference = ${paymentReference} OR reference = (
      SELECT invoice_reference FROM invoice_payments WHERE payment_reference = ${paymentReference}
    ) LIMIT 1 FOR UPDATE OF invoices`.execute(tx);
  return rows[0] ?? null;
}

/** False when it was noted before. */
export async function insertRefundRow(
  tx: Tx,
  refund: { invoiceId: string; reference: string; cents: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO invoice_refunds (reference, invoice_id, cents, refunded_at)
    VALUES (${refund.reference}, ${refund.invoiceId}, ${refund.cents}::bigint, ${refund.now}::timestamptz)
    ON CONFLICT (reference) DO NOTHING RETURNING reference`.execute(tx);
  return rows.length > 0;
}

export async function linkPayment(tx: Tx, paymentReference: string, invoiceReference: string): Promise<void> {
  await sql`
    INSERT INTO invoice_payments (payment_reference, invoice_reference)
    VALUES (${paymentReference}, ${invoiceReference}) ON CONFLICT DO NOTHING`.execute(tx);
}

/** The invoice that a payment paid, where that is known. */
export async function invoiceOfPayment(tx: Tx, paymentReference: string): Promise<string | null> {
  const { rows } = await sql<{ invoice_reference: string }>`
    SELECT invoice_reference FROM invoice_payments
    WHERE payment_reference = ${paymentReference}`.execute(tx);
  return rows[0]?.invoice_reference ?? null;
}

export async function accountOfInvoice(tx: Tx, reference: string): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT account_id FROM invoices WHERE reference = ${reference}`.execute(tx);
  return rows[0]?.account_id ?? null;
}

export async function paymentsOfInvoice(tx: Tx, invoiceReference: string): Promise<string[]> {
  const { rows } = await sql<{ payment_reference: string }>`
    SELECT payment_reference FROM invoice_payments
    WHERE invoice_reference = ${invoiceReference} ORDER BY 1`.execute(tx);
  return rows.map((row) => row.payment_reference);
}

/** Returns the cents that it gave back. */
export async function reverseRefundRow(tx: Tx, reference: string, now: Date): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    UPDATE invoice_refunds SET reversed_at = ${now}::timestamptz
    WHERE reference = ${reference} AND reversed_at IS NULL RETURNING cents`.execute(tx);
  return rows[0]?.cents ?? 0;
}
