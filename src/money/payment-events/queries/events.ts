import { type Db, sql, type Tx } from '../../../platform/database/index.ts';
import type { ProviderName } from '../../providers/index.ts';

export type EventStatus = 'stored' | 'acted' | 'ignored' | 'held';

export type StoredEvent = {
  id: string;
  provider: ProviderName;
  payload: string;
  bodySigned: boolean;
  attempts: number;
  receivedAt: Date;
};

const COLUMNS = sql`id, provider, payload, body_signed AS "bodySigned", attempts, received_at AS "receivedAt"`;

export type NewEvent = Omit<StoredEvent, 'attempts'> & {
  dedupeKey: string;
  type: string;
  reference: string | null;
  /** Set when there is nothing to do. */
  ignoredBecause: string | null;
  dueAt: Date;
};

/** False when it was delivered before. Of two deliveries at once the second waits for the first. */
export async function insertEvent(db: Db, event: NewEvent): Promise<boolean> {
  const { ignoredBecause: why } = event;
  const { rows } = await sql`
    INSERT INTO payment_events (id, provider, dedupe_key, type, reference, payload, body_signed, status, note, due_at,
      received_at, acted_at)
    VALUES (${event.id}::uuid, ${event.provider}, ${event.dedupeKey}, ${event.type}, ${event.reference},
      ${event.payload}, ${event.bodySigned}, ${why === null ? 'stored' : 'ignored'}, ${why},
      ${event.dueAt}::timestamptz, ${event.receivedAt}::timestamptz,
      ${why === null ? null : event.receivedAt}::timestamptz)
    ON CONFLICT (provider, dedupe_key) DO NOTHING RETURNING id
  `.execute(db);
  return rows.length > 0;
}

/** The event if nobody has acted on it yet. */
export async function selectUnacted(
  db: Db,
  provider: ProviderName,
  dedupeKey: string,
): Promise<StoredEvent | null> {
  const { rows } = await sql<StoredEvent>`
    SELECT ${COLUMNS} FROM payment_events
    WHERE provider = ${provider} AND dedupe_key = ${dedupeKey} AND status = 'stored' AND payload IS NOT NULL
  `.execute(db);
  return rows[0] ?? null;
}

/** False when it was acted on; else nobody else can act on it until the transaction ends. */
export async function lockUnacted(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT id FROM payment_events WHERE id = ${id}::uuid AND status = 'stored' FOR UPDATE`.execute(tx);
  return rows.length > 0;
}

export type Mark = {
  status: Exclude<EventStatus, 'stored'>;
  note: string;
  accountId: string | null;
  /** The payment that it credited. */
  paymentId: string | null;
  waitsFor: string | null;
};

export async function markEvent(tx: Tx, id: string, mark: Mark, now: Date): Promise<void> {
  await sql`
    UPDATE payment_events SET status = ${mark.status}, note = ${mark.note}, waits_for = ${mark.waitsFor},
      account_id = ${mark.accountId}::uuid, payment_id = ${mark.paymentId}, acted_at = ${now}::timestamptz
    WHERE id = ${id}::uuid`.execute(tx);
}

/** Events that could not be acted on without this customer or payment. */
export async function wakeEvents(tx: Tx, waitsFor: string, now: Date): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    UPDATE payment_events SET status = 'stored', acted_at = NULL, waits_for = NULL, due_at = ${now}::timestamptz
    WHERE waits_for = ${waitsFor} AND status = 'ignored' AND payload IS NOT NULL
    RETURNING ${COLUMNS}`.execute(tx);
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Takes due events for this node; an event that fails again comes back later each time. */
export async function claimDueEvents(db: Db, now: Date, limit: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    UPDATE payment_events SET attempts = attempts + 1,
      due_at = ${now}::timestamptz + least(15 * 2 ^ least(attempts, 10), 3600) * interval '1 second'
    WHERE id IN (
      SELECT id FROM payment_events
      WHERE status = 'stored' AND due_at <= ${now}::timestamptz AND payload IS NOT NULL
      ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) RETURNING ${COLUMNS}`.execute(db);
  return rows;
}

export async function noteEvent(db: Db, id: string, note: string): Promise<void> {
  await sql`UPDATE payment_events SET note = ${note} WHERE id = ${id}::uuid AND status = 'stored'`.execute(
    db,
  );
}

/** Events about one customer or payment act one after the other, also before we know whose they are. */
export async function lockSubject(tx: Tx, subject: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(tx);
}
