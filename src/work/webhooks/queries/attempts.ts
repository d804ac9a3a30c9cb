import { type Db, sql, type Tx } from '../../../platform/database/index.ts';
import type { EventName, EventPayload } from '../events.ts';
import type { Outcome } from '../rules.ts';

export type AttemptRow = { id: string; account_id: string; event: EventName; attempts: number };

export type ClaimedDelivery = AttemptRow & { url: string; payload: EventPayload; replay_of: string | null };

type Room = { perHost: number; perAccount: number; now: Date };

/**
 * Of all who try, one gets the attempt. Two that look at the same instant may both find the last free place; the
 * limits are for fairness and bear that.
 */
export async function claimDelivery(
  db: Db,
  claim: { accountId: string; deliveryId: string; attempt: number } & Room,
): Promise<ClaimedDelivery | undefined> {
  const { rows } = await sql<ClaimedDelivery>`
    UPDATE webhook_deliveries d SET status = 'sending', attempts = ${claim.attempt}, attempted_at = ${claim.now}
    WHERE id = ${claim.deliveryId}::uuid AND account_id = ${claim.accountId}::uuid
      AND status = 'pending' AND attempts = ${claim.attempt - 1}
      AND (SELECT count(*) < ${claim.perAccount} AND count(*) FILTER (WHERE s.host = d.host) < ${claim.perHost}
           FROM webhook_deliveries s WHERE s.account_id = d.account_id AND s.status = 'sending')
    RETURNING id, account_id, event, attempts, url, payload, replay_of`.execute(db);
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

/** What is due and finds room: the oldest of each host, no more than the account may still begin. */
export async function selectWaiting(
  db: Db,
  accountId: string,
  room: Room,
): Promise<{ id: string; attempts: number }[]> {
  const { rows } = await sql<{ id: string; attempts: number }>`
    WITH busy AS (
      SELECT host, count(*) AS sending FROM webhook_deliveries
      WHERE account_id = ${accountId}::uuid AND status = 'sending' GROUP BY host
    ), waiting AS (
      SELECT id, attempts, due_at,
        row_number() OVER (PARTITION BY host ORDER BY due_at, id) + coalesce(busy.sending, 0) AS place
      FROM webhook_deliveries LEFT JOIN busy USING (host)
      WHERE account_id = ${accountId}::uuid AND status = 'pending' AND due_at <= ${room.now}
    )
    SELECT id, attempts FROM waiting WHERE place <= ${room.perHost} ORDER BY due_at, id
    LIMIT (SELECT greatest(0, ${room.perAccount} - coalesce(sum(sending), 0)) FROM busy)`.execute(db);
  return rows;
}

/** Across tenants, for the sweeper, as is the next. */
export async function selectInterrupted(db: Db, before: Date, limit: number): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    SELECT id, account_id, event, attempts FROM webhook_deliveries
    WHERE status = 'sending' AND attempted_at < ${before} ORDER BY attempted_at LIMIT ${limit}`.execute(db);
  return rows;
}

export async function selectStalledAccounts(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT account_id FROM webhook_deliveries WHERE status = 'pending' AND due_at < ${before}
    GROUP BY account_id ORDER BY min(due_at) LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.account_id);
}
