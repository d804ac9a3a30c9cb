import { type Db, sql, type Tx } from '../../../platform/database/index.ts';
import type { EventPayload } from '../events.ts';
import type { Outcome } from '../rules.ts';

export type AttemptRow = { id: string; account_id: string; event: string; attempts: number };

export type ClaimedDelivery = AttemptRow & { url: string; payload: EventPayload; replay_of: string | null };

type Room = { perHost: number; perAccount: number; now: Date };

/**
 * Of all who try, one gets the attempt; where the account or the host has no room, it is parked instead. Two that
 * look at the same instant may both find the last place; the limits are for fairness and bear that.
 */
export async function claimOrPark(
  db: Db,
  claim: { accountId: string; deliveryId: string; attempt: number } & Room,
): Promise<(ClaimedDelivery & { parked: boolean }) | undefined> {
  const { rows } = await sql<ClaimedDelivery & { parked: boolean }>`
    UPDATE webhook_deliveries d SET parked = NOT free, attempts = attempts + free::integer,
      status = CASE WHEN free THEN 'sending' ELSE 'pending' END,
      attempted_at = CASE WHEN free THEN ${claim.now}::timestamptz ELSE attempted_at END
    FROM (
      SELECT count(s.id) < ${claim.perAccount}
        AND count(s.id) FILTER (WHERE s.host = own.host) < ${claim.perHost} AS free
      FROM webhook_deliveries own
        LEFT JOIN webhook_deliveries s ON s.account_id = own.account_id AND s.status = 'sending'
      WHERE own.id = ${claim.deliveryId}::uuid
    ) room
    WHERE id = ${claim.deliveryId}::uuid AND account_id = ${claim.accountId}::uuid
      AND status = 'pending' AND attempts = ${claim.attempt - 1}
    RETURNING id, account_id, event, attempts, url, payload, replay_of, parked`.execute(db);
  return rows[0];
}

/** False when the attempt was ended by somebody else: it took so long that it was given up. */
export async function finishAttempt(
  tx: Tx,
  { id, account_id: accountId, attempts }: AttemptRow,
  end: Outcome & { delaySeconds: number | null; now: Date },
): Promise<boolean> {
  const again = end.delaySeconds !== null;
  const dueAt = new Date(end.now.getTime() + (end.delaySeconds ?? 0) * 1_000);
  const status = again ? 'pending' : end.error === null ? 'delivered' : 'failed';
  const { rows } = await sql`
    UPDATE webhook_deliveries SET status = ${status}, due_at = ${dueAt}, finished_at = ${again ? null : end.now},
      response_status = ${end.responseStatus}, response_body = ${end.responseBody}, error = ${end.error}
    WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid AND status = 'sending' AND attempts = ${attempts}
    RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Takes from what is parked as much as finds room: the oldest of each host, and no more than the account may begin. */
export async function unpark(
  db: Db,
  accountId: string,
  room: Omit<Room, 'now'>,
): Promise<{ id: string; attempts: number }[]> {
  const { rows } = await sql<{ id: string; attempts: number }>`
    WITH busy AS (
      SELECT host, count(*) AS sending FROM webhook_deliveries
      WHERE account_id = ${accountId}::uuid AND status = 'sending' GROUP BY host
    ), waiting AS (
      SELECT id, due_at, row_number() OVER (PARTITION BY host ORDER BY due_at, id) + coalesce(sending, 0) AS place
      FROM webhook_deliveries LEFT JOIN busy USING (host) WHERE account_id = ${accountId}::uuid AND parked
    ), next AS (
      SELECT w.id FROM waiting w JOIN webhook_deliveries USING (id) WHERE place <= ${room.perHost}
      ORDER BY w.due_at, w.id LIMIT (SELECT greatest(0, ${room.perAccount} - coalesce(sum(sending), 0)) FROM busy)
      FOR UPDATE OF webhook_deliveries SKIP LOCKED
    )
    UPDATE webhook_deliveries d SET parked = false FROM next WHERE d.id = next.id AND parked
    RETURNING d.id, attempts`.execute(db);
  return rows;
}

/** Across tenants, for the sweeper, as is the next one. */
export async function selectInterrupted(db: Db, before: Date, limit: number): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    SELECT id, account_id, event, attempts FROM webhook_deliveries
    WHERE status = 'sending' AND attempted_at < ${before} ORDER BY attempted_at LIMIT ${limit}`.execute(db);
  return rows;
}

/** Parks what has been due for so long that its job must be lost, and names the accounts that wait. */
export async function parkStalled(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    WITH lost AS (
      UPDATE webhook_deliveries SET parked = true
      WHERE status = 'pending' AND NOT parked AND due_at < ${before} RETURNING account_id
    )
    SELECT account_id FROM lost
    UNION SELECT account_id FROM webhook_deliveries WHERE parked AND due_at < ${before}`.execute(db);
  return rows.map((row) => row.account_id);
}
