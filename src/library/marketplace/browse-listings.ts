import { InvalidCursor, isUuid } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { type CatalogListings, GRACE_MS } from '../voices/index.ts';
import { catalogEntryOf } from './browse-schemas.ts';
import type { ListingRow } from './listing.ts';
import {
  type BrowseFilter,
  type Rank,
  type Sort,
  selectCatalogListings,
  selectPublicListings,
} from './queries/browse.ts';
import { selectSimilarListings } from './queries/similar.ts';

/** More would make the catalog slow; browsing has pages. */
const MOST_IN_CATALOG = 1_000;

type Browsing = Pick<BrowseFilter, 'query' | 'language' | 'tag' | 'limit'> & {
  sort: Sort;
  cursor?: string | undefined;
};

/** Public listings in the order asked for. Uses and ratings may change between two pages. */
export async function browseListings(
  db: Db,
  reader: string,
  { cursor, ...filter }: Browsing,
): Promise<{ listings: ListingRow[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : rankFrom(cursor, filter.sort);
  const rows = await selectPublicListings(db, reader, { ...filter, after });
  const last = rows.length > filter.limit ? rows[filter.limit - 1] : undefined;
  return { listings: rows.slice(0, filter.limit), nextCursor: last ? cursorOf(last) : null };
}

/** Published listings for the catalog of voices, and those that the account can still use. */
export function createCatalogListings({
  db,
  clock,
  publicUrl,
}: {
  db: Db;
  clock: Clock;
  publicUrl: string;
}): CatalogListings {
  const graceStartedAfter = () => new Date(clock.now().getTime() - GRACE_MS);
  return {
    async list(accountId) {
      const filter = { graceStartedAfter: graceStartedAfter(), limit: MOST_IN_CATALOG };
      const rows = await selectCatalogListings(db, accountId, filter);
      return rows.map((listing) => catalogEntryOf(listing, publicUrl));
    },
    async similarTo(accountId, { print, limit }) {
      const filter = { graceStartedAfter: graceStartedAfter(), print: [...print], limit };
      const rows = await selectSimilarListings(db, accountId, filter);
      return rows.map((row) => ({ ...catalogEntryOf(row, publicUrl), similarity: row.similarity }));
    },
  };
}

function cursorOf({ rank, id }: Rank): string {
  return Buffer.from(`${rank} ${id}`).toString('base64url');
}

function rankFrom(cursor: string, sort: Sort): Rank {
  const [written = '', id = '', ...more] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ');
  const rank = written === '' ? Number.NaN : Number(written);
  const isRank = sort === 'featured' ? Number.isFinite(rank) : Number.isSafeInteger(rank);
  if (!isRank || !isUuid(id) || more.length > 0) throw new InvalidCursor();
  return { rank, id };
}
