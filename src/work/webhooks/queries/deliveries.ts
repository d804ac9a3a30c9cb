import { type Db, type Sql, sql, type Tx } from '../../../platform/database/index.ts';
import type { EventPayload } from '../events.ts';
import { DUE_CHANNEL } from './attempts.ts';

type DeliveryStatus = 'pending' | 'sending' | 'delivered' | 'failed';

export type DeliveryRow = {
  id: string;
  account_id: string;
  event: string;
  subject_id: string;
  url: string;
  payload: EventPayload;
  status: DeliveryStatus;
  attempts: number;
  due_at: Date;
  attempted_at: Date | null;
  finished_at: Date | null;
  response_status: number | null;
  response_body: string | null;
  error: string | null;
  replay_of: string | null;
  created_at: Date;
};

export type NewDelivery = {
  id: string;
  accountId: string;
  subjectId: string;
  url: string;
  payload: EventPayload;
  replayOf: string | null;
};

export type DeliveryFilter = {
  event?: string | undefined;
  status?: string | undefined;
  subject_id?: string | undefined;
};

type Slice = { limit: number; before: string | null };

const COLUMNS = sql`id, account_id, event, subject_id, url, payload, status, attempts, due_at, attempted_at,
  finished_at, response_status, response_body, error, replay_of, created_at`;

/** Leaves out events that were announced before, and returns the ids of the others. A replay is not an announcement. */
export async function insertDeliveries(
  tx: Tx,
  { now, deliveries }: { now: Date; deliveries: readonly NewDelivery[] },
): Promise<Set<string>> {
  if (deliveries.length === 0) return new Set();
  const rows = deliveries.map(({ id, accountId, subjectId, url, payload, replayOf }) => ({
    account_id: accountId,
    id,
    event: payload.event,
    subject_id: subjectId,
    url,
    host: URL.parse(url)?.host ?? url,
    payload,
    replay_of: replayOf,
  }));
  const { rows: inserted } = await sql<{ id: string }>`
    WITH inserted AS (
      INSERT INTO webhook_deliveries (due_at, created_at, account_id, id, event, subject_id, url, host, payload, replay_of)
      SELECT ${now}::timestamptz, ${now}::timestamptz, one.*
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS one (account_id uuid, id uuid, event text, subject_id text, url text, host text, payload json, replay_of uuid)
      ON CONFLICT (subject_id, event) WHERE replay_of IS NULL DO NOTHING
      RETURNING id
    )
    SELECT id, pg_notify(${DUE_CHANNEL}, '') FROM inserted`.execute(tx);
  return new Set(inserted.map(({ id }) => id));
}

/** Across tenants. */
export async function isBacklogged(db: Db, { now, limit }: { now: Date; limit: number }): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM webhook_deliveries WHERE status = 'pending' AND due_at <= ${now}::timestamptz
    OFFSET ${limit - 1} LIMIT 1`.execute(db);
  return rows.length > 0;
}

export async function findDelivery(db: Db, accountId: string, id: string): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    SELECT ${COLUMNS} FROM webhook_deliveries WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid`.execute(
    db,
  );
  return rows[0];
}

/** Newest first. */
export async function selectDeliveries(
  db: Db,
  accountId: string,
  filter: DeliveryFilter,
  slice: Slice,
): Promise<DeliveryRow[]> {
  return select(db, sql`account_id = ${accountId}::uuid`, filter, slice);
}

/** Reads across tenants, because it is for administrators. */
export async function selectAllDeliveries(
  db: Db,
  { account_id: accountId = null, ...filter }: DeliveryFilter & { account_id?: string | null | undefined },
  slice: Slice,
): Promise<DeliveryRow[]> {
  return select(db, sql`(${accountId}::uuid IS NULL OR account_id = ${accountId}::uuid)`, filter, slice);
}

async function select(db: Db, scope: Sql, filter: DeliveryFilter, slice: Slice): Promise<DeliveryRow[]> {
  const { event = null, status = null, subject_id: subjectId = null } = filter;
  const { rows } = await sql<DeliveryRow>`
    SELECT ${COLUMNS} FROM webhook_deliveries
    WHERE ${scope} AND (${slice.before}::uuid IS NULL OR id < ${slice.before}::uuid)
      AND (${event}::text IS NULL OR event = ${event}) AND (${status}::text IS NULL OR status = ${status})
      AND (${subjectId}::text IS NULL OR subject_id = ${subjectId})
    ORDER BY id DESC LIMIT ${slice.limit}`.execute(db);
  return rows;
}

/** One batch, across tenants. Nodes that sweep at once share the work. */
export async function deleteBefore(db: Db, oldest: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM webhook_deliveries WHERE created_at < ${oldest} ORDER BY created_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    ) RETURNING id`.execute(db);
  return rows.length;
}
