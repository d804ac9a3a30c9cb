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

/** One for each account: a second one replaces the first. */
export async function upsertReview(
  db: Db,
  { id, listingId, accountId, rating, comment, now }: NewReview,
): Promise<ReviewRow> {
  const result = await sql<ReviewRow>`
    INSERT INTO reviews (id, listing_id, account_id, rating, comment, created_at, updated_at)
    VALUES (${id}::uuid, ${listingId}::uuid, ${accountId}::uuid, ${rating}, ${comment}, ${now}::timestamptz, ${now}::timestamptz)
    ON CONFLICT (listing_id, account_id) DO UPDATE SET rating = EXCLUDED.rating, comment = EXCLUDED.comment,
      updated_at = EXCLUDED.updated_at
    RETURNING ${COLUMNS}
  `.execute(db);
  const [row] = result.rows;
  if (!row) throw new Error('the review was not stored');
  return row;
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
