import { type Db, sql } from '../../../platform/database/index.ts';

export type ReviewRow = {
  id: string;
  listing_id: string;
  account_id: string;
  rating: number;
  comment: string | null;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = sql`id, listing_id, account_id, rating, comment, created_at, updated_at`;

type NewReview = {
  id: string;
  listingId: string;
  accountId: string;
  rating: number;
  comment: string | null;
  now: Date;
};

/** One for each account: a second one replaces the first. Undefined when the licence has gone with the listing. */
export async function upsertReview(
  db: Db,
  { id, listingId, accountId, rating, comment, now }: NewReview,
): Promise<ReviewRow | undefined> {
  const result = await sql<ReviewRow>`
    INSERT INTO reviews (id, listing_id, account_id, rating, comment, created_at, updated_at)
    SELECT ${id}::uuid, listing_id, account_id, ${rating}::smallint, ${comment}::text, ${now}::timestamptz,
      ${now}::timestamptz
    FROM licences WHERE listing_id = ${listingId}::uuid AND account_id = ${accountId}::uuid FOR KEY SHARE
    ON CONFLICT (listing_id, account_id) DO UPDATE SET rating = EXCLUDED.rating, comment = EXCLUDED.comment,
      updated_at = EXCLUDED.updated_at
    RETURNING ${COLUMNS}
  `.execute(db);
  return result.rows[0];
}

export async function hasUsed(db: Db, accountId: string, listingId: string): Promise<boolean> {
  const result = await sql`
    SELECT FROM charges WHERE listing_id = ${listingId}::uuid AND account_id = ${accountId}::uuid
      AND status = 'settled' AND credits > 0 LIMIT 1
  `.execute(db);
  return result.rows.length > 0;
}

/** Newest first, one more than the page when there is a next one. */
export async function selectReviews(
  db: Db,
  listingId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<ReviewRow[]> {
  const result = await sql<ReviewRow>`
    SELECT ${COLUMNS} FROM reviews
    WHERE listing_id = ${listingId}::uuid AND (${before}::uuid IS NULL OR id < ${before}::uuid)
    ORDER BY id DESC LIMIT ${limit + 1}
  `.execute(db);
  return result.rows;
}
