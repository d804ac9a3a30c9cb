import { isUuid } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Db, sql } from '../../platform/database/index.ts';
import { ListingNotFound, ListingNotPending } from './errors.ts';
import type { ListingRow } from './listing.ts';
import { selectListing } from './queries/listings.ts';

/** Of a listing that waits for moderation. Deciding twice is refused. */
export function moderateListing(
  { db, clock }: { db: Db; clock: Clock },
  id: string,
  decision: { status: 'published' } | { status: 'rejected'; reason: string },
): Promise<ListingRow> {
  return db.transaction().execute(async (tx) => {
    const reason = decision.status === 'rejected' ? decision.reason : null;
    const published = decision.status === 'published' ? clock.now() : null;
    if (!isUuid(id)) throw new ListingNotFound();
    const { rows } = await sql`
      UPDATE listings SET status = ${decision.status}, reason = ${reason},
        published_at = COALESCE(published_at, ${published}::timestamptz)
      WHERE id = ${id}::uuid AND status = 'pending_review' RETURNING id
    `.execute(tx);
    const listing = await selectListing(tx, null, id);
    if (!listing) throw new ListingNotFound();
    if (rows.length === 0) throw new ListingNotPending(listing.status);
    return listing;
  });
}
