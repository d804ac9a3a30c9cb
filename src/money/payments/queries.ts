import { sql, type Tx } from '../../platform/database/index.ts';

export type PaymentRow = {
  provider: string;
  id: string;
  account_id: string;
  amount_minor: number;
  currency: string;
  micros: number;
  /** Taken back and not given back. */
  taken_micros: number;
};

type NewPayment = {
  provider: string;
  id: string;
  accountId: string;
  eventId: string;
  amountMinor: number;
  currency: string;
  micros: number;
  now: Date;
};

const COLUMNS = sql`provider, id, account_id, amount_minor, currency, micros, taken_micros`;

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<void> {
  await sql`
    INSERT INTO payments (provider, id, account_id, event_id, amount_minor, currency, micros, at)
    VALUES (${payment.provider}, ${payment.id}, ${payment.accountId}::uuid, ${payment.eventId}::uuid,
      ${payment.amountMinor}::bigint, ${payment.currency}, ${payment.micros}::bigint, ${payment.now}::timestamptz)
  `.execute(tx);
}

export async function accountOfPayment(tx: Tx, provider: string, ids: string[]): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT account_id FROM payments WHERE provider = ${provider} AND id = ANY(${ids}::text[])`.execute(tx);
  return rows[0]?.account_id ?? null;
}

export async function lockPayment(tx: Tx, provider: string, id: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`
    SELECT ${COLUMNS} FROM payments WHERE provider = ${provider} AND id = ${id} FOR UPDATE`.execute(tx);
  return rows[0] ?? null;
}

/** The caller must hold the payment by `lockPayment`. */
export async function setTaken(tx: Tx, payment: PaymentRow, takenMicros: number): Promise<void> {
  await sql`
    UPDATE payments SET taken_micros = ${takenMicros}::bigint
    WHERE provider = ${payment.provider} AND id = ${payment.id}`.execute(tx);
}

export type ReversalRow = {
  id: string;
  kind: 'refund' | 'dispute';
  status: 'open' | 'won' | 'lost' | 'refunded';
  taken_micros: number;
};

/** Refunds and disputes of one payment. */
export async function selectReversals(tx: Tx, payment: PaymentRow): Promise<ReversalRow[]> {
  const { rows } = await sql<ReversalRow>`
    SELECT id, kind, status, taken_micros FROM payment_reversals
    WHERE provider = ${payment.provider} AND payment_id = ${payment.id}`.execute(tx);
  return rows;
}

export async function saveReversal(
  tx: Tx,
  payment: PaymentRow,
  reversal: ReversalRow & { now: Date },
): Promise<void> {
  await sql`
    INSERT INTO payment_reversals (provider, id, payment_id, kind, status, taken_micros, updated_at)
    VALUES (${payment.provider}, ${reversal.id}, ${payment.id}, ${reversal.kind}, ${reversal.status},
      ${reversal.taken_micros}::bigint, ${reversal.now}::timestamptz)
    ON CONFLICT (provider, payment_id, kind, id) DO UPDATE SET
      status = EXCLUDED.status, taken_micros = EXCLUDED.taken_micros, updated_at = EXCLUDED.updated_at
  `.execute(tx);
}
