import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { type ListingRow, type ListingStatus, searchTerms } from '../listing.ts';
import { LISTINGS, listingColumns } from './listings.ts';

export const SORTS = ['featured', 'popular', 'recent'] as const;
export type Sort = (typeof SORTS)[number];

/** As many ratings as the prior weighs, and their mean: one five-star review must not rule. */
const PRIOR_RATINGS = sql`5::float8`;
const PRIOR_MEAN = sql`3.5::float8`;
const RATING = sql`(${PRIOR_RATINGS} * ${PRIOR_MEAN} + r.rating_sum) / (${PRIOR_RATINGS} + r.review_count)`;

/** Uses count by their logarithm, so that the first hundred matter more than the next. */
const RANKS: Record<Sort, Sql> = {
  featured: sql`${RATING} * ln(u.uses + exp(1::float8))`,
  popular: sql`u.uses::float8`,
  recent: sql`extract(epoch FROM l.published_at)::float8`,
};

/** A position in the order of a sort. */
export type Rank = { rank: number; id: string };

export type BrowseFilter = {
  query?: string | undefined;
  language?: string | undefined;
  tag?: string | undefined;
  sort: Sort;
  after: Rank | null;
  limit: number;
};

/** One more than the page when there is a next one. */
export async function selectPublicListings(
  db: Db,
  reader: string,
  { query, language, tag, sort, after, limit }: BrowseFilter,
): Promise<(ListingRow & Rank)[]> {
  const terms = query === undefined ? undefined : searchTerms(query);
  // A query without a word in it finds nothing.
  if (query !== undefined && terms === undefined && query.trim() !== '') return [];
  const found = terms === undefined ? sql`true` : sql`l.search @@ to_tsquery('simple', ${terms})`;
  const spoken = language?.toLowerCase() ?? null;
  const result = await sql<ListingRow & Rank>`
    SELECT * FROM (
      SELECT ${listingColumns(reader)}, ${RANKS[sort]} AS rank FROM ${LISTINGS}
      WHERE l.status = 'published' AND l.visibility = 'public' AND ${found}
        AND (${spoken}::text IS NULL OR lower(l.language) = ${spoken}::text
          OR starts_with(lower(l.language), ${spoken}::text || '-'))
        AND (${tag ?? null}::text IS NULL OR ${tag?.toLowerCase() ?? null}::text = ANY (l.tags))
    ) AS ranked
    WHERE ${after?.rank ?? null}::float8 IS NULL
      OR (rank, id) < (${after?.rank ?? null}::float8, ${after?.id ?? null}::uuid)
    ORDER BY rank DESC, id DESC LIMIT ${limit + 1}
  `.execute(db);
  return result.rows;
}

/** For the catalog: public listings, and those that the account has licensed and can still use. */
export async function selectCatalogListings(
  db: Db,
  reader: string,
  { graceStartedAfter, limit }: { graceStartedAfter: Date; limit: number },
): Promise<ListingRow[]> {
  const result = await sql<ListingRow>`
    SELECT ${listingColumns(reader)} FROM ${LISTINGS}
    WHERE (l.status = 'published' AND l.visibility = 'public') OR (
      EXISTS (SELECT FROM licences c WHERE c.listing_id = l.id AND c.account_id = ${reader}::uuid) AND (
        l.status IN ('published', 'pending_review')
        OR (l.status = 'unlisted' AND l.unlisted_at > ${graceStartedAfter}::timestamptz)))
    ORDER BY l.id DESC LIMIT ${limit}
  `.execute(db);
  return result.rows;
}

/** Across tenants, for admins. Newest first, one more than the page when there is a next one. */
export async function selectListings(
  db: Db,
  { status, before, limit }: { status?: ListingStatus | undefined; before: string | null; limit: number },
): Promise<ListingRow[]> {
  const result = await sql<ListingRow>`
    SELECT ${listingColumns(null)} FROM ${LISTINGS}
    WHERE (${status ?? null}::text IS NULL OR l.status = ${status ?? null}::text)
      AND (${before}::uuid IS NULL OR l.id < ${before}::uuid)
    ORDER BY l.id DESC LIMIT ${limit + 1}
  `.execute(db);
  return result.rows;
}
