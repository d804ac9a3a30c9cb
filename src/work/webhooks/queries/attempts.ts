import { type Db, sql } from '../../../platform/database/index.ts';
import type { EventPayload } from '../events.ts';
import type { DeliveryRules, Outcome } from '../rules.ts';

/** Notified when a delivery is inserted. */
export const DUE_CHANNEL = 'webhook_due';

export type AttemptRow = { id: string; account_id: string; event: string; attempts: number };

export type ClaimedDelivery = AttemptRow & { url: string; payload: EventPayload; replay_of: string | null };

type Claim = Pick<DeliveryRules, 'perHost' | 'perAccount' | 'perNode'> & { free: number; now: Date };

/**
 * Claims due deliveries for the free places of a node. The claim commits before anything is sent, so that a crash
 * after it never sends twice.
 *
 * Walks the distinct (account, host) pairs by index, so that a backlog of one account costs the others nothing. Half
 * of the places go only to accounts with nothing under way: slow receivers of a few accounts cannot take them all. Two
 * nodes that claim at once may exceed the limits of an account by a few; that is harmless.
 */
export async function claimDue(db: Db, claim: Claim): Promise<ClaimedDelivery[]> {
  const { perHost, perAccount, perNode, free, now } = claim;
  const { rows } = await sql<ClaimedDelivery>`
    WITH RECURSIVE pair AS (
      (SELECT account_id, host FROM webhook_deliveries WHERE status = 'pending' ORDER BY account_id, host LIMIT 1)
      UNION ALL
      SELECT next.account_id, next.host FROM pair CROSS JOIN LATERAL (
        SELECT account_id, host FROM webhook_deliveries
        WHERE status = 'pending' AND (account_id, host) > (pair.account_id, pair.host)
        ORDER BY account_id, host LIMIT 1
      ) next
    ), at_host AS (
      SELECT account_id, host, count(*) AS sending FROM webhook_deliveries
      WHERE status = 'sending' GROUP BY account_id, host
    ), at_account AS (
      SELECT account_id, sum(sending) AS sending FROM at_host GROUP BY account_id
    ), candidate AS (
      SELECT due.id, due.due_at, coalesce(at_account.sending, 0)
        + row_number() OVER (PARTITION BY pair.account_id ORDER BY due.due_at, due.id) AS place
      FROM pair LEFT JOIN at_account USING (account_id) LEFT JOIN at_host USING (account_id, host)
        CROSS JOIN LATERAL (
          SELECT id, due_at FROM webhook_deliveries
          WHERE account_id = pair.account_id AND host = pair.host AND status = 'pending'
            AND due_at <= ${now}::timestamptz
          ORDER BY due_at LIMIT greatest(0, ${perHost}::integer - coalesce(at_host.sending, 0))
        ) due
    ), ranked AS (
      SELECT id, place, due_at, row_number() OVER (ORDER BY place, due_at, id) AS rank FROM candidate
      WHERE place <= ${perAccount}::integer
    ), chosen AS (
      SELECT delivery.id FROM ranked JOIN webhook_deliveries delivery USING (id)
      WHERE (place = 1 OR rank <= ${free}::integer - ${perNode}::integer / 2) AND status = 'pending'
      ORDER BY rank LIMIT ${free}::integer FOR UPDATE OF delivery SKIP LOCKED
    )
    UPDATE webhook_deliveries delivery SET status = 'sending', attempts = attempts + 1,
      attempted_at = ${now}::timestamptz
    FROM chosen WHERE delivery.id = chosen.id
    RETURNING delivery.id, account_id, event, attempts, url, payload, replay_of`.execute(db);
  return rows;
}

/** Does nothing when the attempt was closed already: it took so long that it counted as interrupted. */
export async function finishAttempt(
  db: Db,
  { id, account_id: accountId, attempts }: AttemptRow,
  end: Outcome & { delaySeconds: number | null; now: Date },
): Promise<void> {
  const again = end.delaySeconds !== null;
  const dueAt = new Date(end.now.getTime() + (end.delaySeconds ?? 0) * 1_000);
  const status = again ? 'pending' : end.error === null ? 'delivered' : 'failed';
  await sql`
    UPDATE webhook_deliveries SET status = ${status}, due_at = ${dueAt}, finished_at = ${again ? null : end.now},
      response_status = ${end.responseStatus}, response_body = ${end.responseBody}, error = ${end.error}
    WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid AND status = 'sending'
      AND attempts = ${attempts}`.execute(db);
}

/** Call while a backup is restored: nobody knows what was sent since it was taken. Their owners can replay them. */
export async function closeRestored(tx: Db, now: Date): Promise<number> {
  const error = 'The server was restored from a backup, and this event may have been sent before.';
  const { rows } = await sql`
    UPDATE webhook_deliveries SET status = 'failed', finished_at = ${now}::timestamptz, error = ${error}
    WHERE status IN ('pending', 'sending') RETURNING id`.execute(tx);
  return rows.length;
}

/** Across tenants, for the sweep. */
export async function selectInterrupted(db: Db, before: Date, limit: number): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    SELECT id, account_id, event, attempts FROM webhook_deliveries
    WHERE status = 'sending' AND attempted_at < ${before} ORDER BY attempted_at LIMIT ${limit}`.execute(db);
  return rows;
}
