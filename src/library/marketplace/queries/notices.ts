import { type Db, sql, type Tx } from '../../../platform/database/index.ts';
import type { EventPayload } from '../../../work/webhooks/index.ts';

export type NoticeRow = {
  id: string;
  account_id: string;
  event: string;
  listing_id: string;
  title: string;
  reason: string | null;
  usable_until: Date | null;
  created_at: Date;
};

export type NewNotice = {
  listingId: string;
  title: string;
  /** Told beside the licensees. */
  sellerId: string | null;
  reason: string | null;
  usableUntil: Date | null;
  /** Leaves out accounts that got the same notice since then. */
  quietSince: Date | null;
  payload: EventPayload;
  now: Date;
};

/** One notice for each account, however many there are. Ids are ordered by time, like those made elsewhere. */
export async function insertNotices(tx: Tx, notice: NewNotice): Promise<void> {
  const { listingId, title, sellerId, reason, usableUntil, quietSince, payload, now } = notice;
  const isQuiet = quietSince
    ? sql`NOT EXISTS (SELECT FROM listing_notices n WHERE n.account_id = t.account_id
        AND n.listing_id = ${listingId}::uuid AND n.event = ${payload.event} AND n.created_at > ${quietSince}::timestamptz)`
    : sql`true`;
  const time = now.getTime().toString(16).padStart(12, '0');
  // Collected before the first notice is added: a look for earlier ones would go over the new ones again and again.
  await sql`
    WITH told AS (
      SELECT array_agg(t.account_id) AS ids FROM (
        SELECT account_id FROM licences WHERE listing_id = ${listingId}::uuid
        UNION SELECT ${sellerId}::uuid WHERE ${sellerId}::uuid IS NOT NULL
      ) AS t WHERE ${isQuiet}
    )
    INSERT INTO listing_notices (id, account_id, event, listing_id, title, reason, usable_until, created_at, unannounced)
    SELECT (${time} || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid, a.id, ${payload.event},
      ${listingId}::uuid, ${title}, ${reason}, ${usableUntil}::timestamptz, ${now}::timestamptz,
      CASE WHEN a.webhook_url IS NOT NULL THEN ${JSON.stringify(payload)}::json END
    FROM told CROSS JOIN unnest(told.ids) AS one (account_id) JOIN accounts a ON a.id = one.account_id
  `.execute(tx);
}

/**
 * Nodes announce one after the other: what another is announcing is not in the queue yet, so together they would make it
 * longer than it may be. Call it first, because a transaction that waits here must hold nothing that another waits for.
 */
export async function takeTurnToAnnounce(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('announce notices', 0))`.execute(tx);
}

type Unannounced = { accountId: string; subjectId: string; url: string; payload: EventPayload };

/** Across tenants. The subject of the event is the notice, so that every account gets its own, once. */
export async function takeUnannounced(tx: Tx, limit: number): Promise<Unannounced[]> {
  const result = await sql<Omit<Unannounced, 'url'> & { url: string | null }>`
    WITH due AS (
      SELECT n.id, n.unannounced FROM listing_notices n WHERE n.unannounced IS NOT NULL
      ORDER BY n.id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE listing_notices n SET unannounced = NULL FROM due WHERE n.id = due.id
      RETURNING n.id, n.account_id, due.unannounced
    )
    SELECT taken.account_id AS "accountId", taken.id AS "subjectId", a.webhook_url AS url, taken.unannounced AS payload
    FROM taken JOIN accounts a ON a.id = taken.account_id
  `.execute(tx);
  // A URL may have been removed since.
  return result.rows.flatMap(({ url, ...notice }) => (url === null ? [] : [{ ...notice, url }]));
}

/** Newest first, one more than the page when there is a next one. */
export async function selectNotices(
  db: Db,
  accountId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<NoticeRow[]> {
  const result = await sql<NoticeRow>`
    SELECT id, account_id, event, listing_id, title, reason, usable_until, created_at FROM listing_notices
    WHERE account_id = ${accountId}::uuid AND (${before}::uuid IS NULL OR id < ${before}::uuid)
    ORDER BY id DESC LIMIT ${limit + 1}
  `.execute(db);
  return result.rows;
}
