import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { type ListingRow, type ListingStatus, searchTerms } from '../listing.ts';
import { LISTINGS, listingColumns } from './listings.ts';

export const SORTS = ['featured', 'popular', 'recent'] as const;
export type Sort = (typeof SORTS)[number];

/** Each has an index of public listings. `rank` is the value as a number, `value` is the number as a value. */
const ORDERS: Record<Sort, { column: Sql; rank: Sql; value(rank: number): Sql }> = {
  featured: { column: sql`l.featured`, rank: sql`l.featured`, value: (rank) => sql`${rank}::float8` },
  popular: { column: sql`l.ranked_uses`, rank: sql`l.ranked_uses`, value: (rank) => sql`${rank}::bigint` },
  recent: {
    column: sql`l.published_at`,
    rank: sql`(extract(epoch FROM l.published_at) * 1000000)::bigint`,
    value: (rank) => sql`'epoch'::timestamptz + ${rank}::bigint * interval '1 microsecond'`,
  },
};
const IS_PUBLIC = sql`l.status = 'published' AND l.visibility = 'public'`;

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

/** One more than the page when there is a next one. Conditions that are not asked for would keep indexes from being used. */
export async function selectPublicListings(
  db: Db,
  reader: string,
  { query, language, tag, sort, after, limit }: BrowseFilter,
): Promise<(ListingRow & Rank)[]> {
  const terms = query === undefined ? undefined : searchTerms(query);
  // A query without a word in it finds nothing.
  if (query !== undefined && terms === undefined && query.trim() !== '') return [];
  const { column, rank, value } = ORDERS[sort];
  const conditions = [IS_PUBLIC];
  if (terms !== undefined) conditions.push(sql`l.search @@ to_tsquery('simple', ${terms})`);
  if (language !== undefined) conditions.push(sql`l.language_keys @> ARRAY[${language.toLowerCase()}::text]`);
  if (tag !== undefined) conditions.push(sql`l.tags @> ARRAY[${tag.toLowerCase()}::text]`);
  if (after) conditions.push(sql`(${column}, l.id) < (${value(after.rank)}, ${after.id}::uuid)`);
  const result = await sql<ListingRow & Rank>`
    WITH page AS MATERIALIZED (
      SELECT l.id, ${rank} AS rank FROM listings l WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY ${column} DESC, l.id DESC LIMIT ${sql.lit(limit + 1)}
    )
    SELECT ${listingColumns(reader)}, page.rank FROM page JOIN ${LISTINGS} ON l.id = page.id
    ORDER BY page.rank DESC, l.id DESC
  `.execute(db);
  return result.rows;
}

/** The catalog shows these columns of a listing. */
export type CatalogListing = Pick<
  ListingRow,
  'id' | 'title' | 'language' | 'gender' | 'tags' | 'charged_credits'
>;

/** The catalog has public listings, and those that the account has licensed and can still use. Newest first. */
export async function selectCatalogListings(
  db: Db,
  reader: string,
  { graceStartedAfter, limit }: { graceStartedAfter: Date; limit: number },
): Promise<CatalogListing[]> {
  const most = sql.lit(limit);
  const result = await sql<CatalogListing>`
    WITH shown AS (
      (SELECT l.id FROM listings l WHERE ${IS_PUBLIC} ORDER BY l.id DESC LIMIT ${most})
      UNION
      (SELECT l.id FROM licences c JOIN listings l ON l.id = c.listing_id
      WHERE c.account_id = ${reader}::uuid AND l.published_at IS NOT NULL AND l.status <> 'taken_down'
        AND (l.status <> 'unlisted' OR l.unlisted_at > ${graceStartedAfter}::timestamptz)
      ORDER BY l.id DESC LIMIT ${most})
    )
    SELECT l.id, l.title, l.language, v.gender, l.tags, l.charged_credits
    FROM shown JOIN listings l USING (id) JOIN voices v ON v.id = l.voice_id
    ORDER BY l.id DESC LIMIT ${most}
  `.execute(db);
  return result.rows;
}

/** Across tenants, for admins. Newest first, one more than the page when there is a next one. */
export async function selectListings(
  db: Db,
  { status, before, limit }: { status?: ListingStatus | undefined; before: string | null; limit: number },
): Promise<ListingRow[]> {
  const result = await sql<ListingRow>`
    WITH page AS MATERIALIZED (
      SELECT l.id FROM listings l
      WHERE ${status === undefined ? sql`true` : sql`l.status = ${status}::text`}
        AND ${before === null ? sql`true` : sql`l.id < ${before}::uuid`}
      ORDER BY l.id DESC LIMIT ${sql.lit(limit + 1)}
    )
    SELECT ${listingColumns(null)} FROM page JOIN ${LISTINGS} ON l.id = page.id ORDER BY l.id DESC
  `.execute(db);
  return result.rows;
}
