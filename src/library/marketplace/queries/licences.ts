import { type Db, sql, type Tx } from '../../../platform/database/index.ts';

/** False when there was one already. The lock makes a takedown wait, or be seen. */
export async function insertLicence(
  tx: Tx,
  { listingId, accountId, now }: { listingId: string; accountId: string; now: Date },
): Promise<boolean> {
  const result = await sql`
    INSERT INTO licences (listing_id, account_id, created_at)
    SELECT id, ${accountId}::uuid, ${now}::timestamptz
    FROM listings WHERE id = ${listingId}::uuid AND status = 'published' FOR SHARE
    ON CONFLICT DO NOTHING RETURNING listing_id
  `.execute(tx);
  return result.rows.length > 0;
}

export async function selectLicence(
  db: Db,
  listingId: string,
  accountId: string,
): Promise<{ created_at: Date } | undefined> {
  const result = await sql<{ created_at: Date }>`
    SELECT created_at FROM licences WHERE listing_id = ${listingId}::uuid AND account_id = ${accountId}::uuid
  `.execute(db);
  return result.rows[0];
}

export async function selectLicensees(tx: Tx, listingId: string): Promise<string[]> {
  const result = await sql<{ account_id: string }>`
    SELECT account_id FROM licences WHERE listing_id = ${listingId}::uuid ORDER BY account_id
  `.execute(tx);
  return result.rows.map((row) => row.account_id);
}

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

export async function insertNotices(tx: Tx, notices: readonly NoticeRow[]): Promise<void> {
  await sql`
    INSERT INTO listing_notices (id, account_id, event, listing_id, title, reason, usable_until, created_at)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) AS one (id uuid, account_id uuid, event text,
      listing_id uuid, title text, reason text, usable_until timestamptz, created_at timestamptz)
  `.execute(tx);
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
