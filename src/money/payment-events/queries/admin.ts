import { type Db, sql, type Tx } from '../../../platform/database/index.ts';
import type { EventStatus, StoredEvent } from './events.ts';

export type EventRow = {
  id: string;
  provider: string;
  type: string;
  reference: string | null;
  status: EventStatus;
  note: string | null;
  account_id: string | null;
  body_signed: boolean;
  attempts: number;
  received_at: Date;
  acted_at: Date | null;
};

const COLUMNS = sql`id, provider, type, reference, status, note, account_id, body_signed, attempts, received_at, acted_at`;

export type EventFilter = { status?: string; provider?: string; account_id?: string };

/** Across tenants, for administrators; newest first. */
export async function selectEvents(
  db: Db,
  filter: EventFilter,
  page: { limit: number; before: string | null },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT ${COLUMNS} FROM payment_events
    WHERE (${page.before}::uuid IS NULL OR id < ${page.before}::uuid)
      AND (${filter.status ?? null}::text IS NULL OR status = ${filter.status ?? null})
      AND (${filter.provider ?? null}::text IS NULL OR provider = ${filter.provider ?? null})
      AND (${filter.account_id ?? null}::uuid IS NULL OR account_id = ${filter.account_id ?? null}::uuid)
    ORDER BY id DESC LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function selectEvent(
  db: Db,
  id: string,
): Promise<(EventRow & { payload: string | null }) | null> {
  const { rows } = await sql<EventRow & { payload: string | null }>`
    SELECT ${COLUMNS}, payload FROM payment_events WHERE id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** Null when it is not in one of these states, or its payload is gone. Held until the transaction ends. */
export async function lockEventIn(tx: Tx, id: string, states: EventStatus[]): Promise<StoredEvent | null> {
  const { rows } = await sql<StoredEvent>`
    SELECT id, provider, payload, body_signed AS "bodySigned", attempts, received_at AS "receivedAt"
    FROM payment_events WHERE id = ${id}::uuid AND status = ANY(${states}::text[]) AND payload IS NOT NULL
    FOR UPDATE`.execute(tx);
  return rows[0] ?? null;
}

export async function storeAgain(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`
    UPDATE payment_events SET status = 'stored', acted_at = NULL, waits_for = NULL, due_at = ${now}::timestamptz
    WHERE id = ${id}::uuid`.execute(tx);
}
