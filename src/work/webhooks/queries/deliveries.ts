import { type Db, type Sql, sql, type Tx } from '../../../platform/database/index.ts';
import type { EventPayload } from '../events.ts';

export type DeliveryStatus = 'pending' | 'sending' | 'delivered' | 'failed';

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
  event: string;
  subjectId: string;
  url: string;
  payload: EventPayload;
  replayOf: string | null;
  now: Date;
};

export type DeliveryFilter = {
  event?: string | undefined;
  status?: string | undefined;
  subject_id?: string | undefined;
};

type Slice = { limit: number; before: string | null };

const COLUMNS = sql`id, account_id, event, subject_id, url, payload, status, attempts, due_at, attempted_at,
  finished_at, response_status, response_body, error, replay_of, created_at`;

/** Null when this event of this subject was announced before; a replay is not an announcement. */
export async function insertDelivery(tx: Tx, one: NewDelivery): Promise<string | null> {
  const host = URL.parse(one.url)?.host ?? one.url;
  const { rows } = await sql<{ id: string }>`
    INSERT INTO webhook_deliveries (id, account_id, event, subject_id, url, host, payload, due_at, replay_of, created_at)
    VALUES (${one.id}::uuid, ${one.accountId}::uuid, ${one.event}, ${one.subjectId}, ${one.url}, ${host},
      ${JSON.stringify(one.payload)}::json, ${one.now}, ${one.replayOf}::uuid, ${one.now})
    ON CONFLICT (subject_id, event) WHERE replay_of IS NULL DO NOTHING
    RETURNING id`.execute(tx);
  return rows[0]?.id ?? null;
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

/** For administrators, hence across tenants. */
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

/** Across tenants, for the sweeper. */
export async function deleteBefore(db: Db, oldest: Date): Promise<number> {
  const { rows } = await sql`
    DELETE FROM webhook_deliveries WHERE created_at < ${oldest} RETURNING id`.execute(db);
  return rows.length;
}
