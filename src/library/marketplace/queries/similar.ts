import { type Db, sql } from '../../../platform/database/index.ts';
import type { ListingRow } from '../listing.ts';
import { LISTINGS, listingColumns } from './listings.ts';

type Search = { graceStartedAfter: Date; print: readonly number[]; limit: number };

/**
 * Listings of others that sound most like the print: public ones, and those that the reader has licensed and can still
 * use. The reader's own voices are found without their listings.
 */
export async function selectSimilarListings(
  db: Db,
  reader: string,
  { graceStartedAfter, print, limit }: Search,
): Promise<(ListingRow & { similarity: number })[]> {
  const result = await sql<ListingRow & { similarity: number }>`
    WITH near AS MATERIALIZED (
      SELECT l.id, cosine.similarity FROM listings l JOIN voices v ON v.id = l.voice_id CROSS JOIN LATERAL (
        SELECT sum(p * q) / sqrt(sum(p * p) * sum(q * q)) AS similarity
        FROM unnest(v.print::float8[], ${[...print]}::float8[]) AS pair (p, q)
      ) AS cosine
      WHERE l.account_id <> ${reader}::uuid AND v.print IS NOT NULL AND (
        (l.status = 'published' AND l.visibility = 'public')
        OR (l.published_at IS NOT NULL AND l.status <> 'taken_down'
          AND (l.status <> 'unlisted' OR l.unlisted_at > ${graceStartedAfter}::timestamptz)
          AND EXISTS (SELECT FROM licences c WHERE c.listing_id = l.id AND c.account_id = ${reader}::uuid)))
      ORDER BY cosine.similarity DESC LIMIT ${limit}
    )
    SELECT ${listingColumns(reader)}, near.similarity FROM near JOIN (${LISTINGS}) ON l.id = near.id
    ORDER BY near.similarity DESC
  `.execute(db);
  return result.rows;
}
