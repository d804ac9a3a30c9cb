import { isUuid } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Db, sql } from '../../platform/database/index.ts';
import { type Actor, recordAuditEvent } from '../../tenancy/audit-log/index.ts';
import { ListingChanged, ListingNotFound, ListingNotPending } from './errors.ts';
import type { ListingRow } from './listing.ts';
import { notifyPriceChanged } from './notify.ts';
import { selectListing } from './queries/listings.ts';

/** Decides on a listing that waits for moderation. A second decision is refused. */
export function moderateListing(
  { db, clock }: { db: Db; clock: Clock },
  id: string,
  decision: ({ status: 'published' } | { status: 'rejected'; reason: string }) & {
    /** The admin has read this version. */
    revision?: number | undefined;
    by: Actor;
  },
): Promise<ListingRow> {
  return db.transaction().execute(async (tx) => {
    const reason = decision.status === 'rejected' ? decision.reason : null;
    const published = decision.status === 'published' ? clock.now() : null;
    if (!isUuid(id)) throw new ListingNotFound();
    const { rows } = await sql<{ previous: number }>`
      UPDATE listings l SET status = ${decision.status}, reason = ${reason},
        published_at = COALESCE(l.published_at, ${published}::timestamptz),
        charged_credits = CASE WHEN ${published}::timestamptz IS NULL THEN l.charged_credits ELSE l.price_credits END
      FROM (SELECT id, charged_credits AS previous FROM listings WHERE id = ${id}::uuid FOR UPDATE) AS before
      WHERE l.id = before.id AND l.status = 'pending_review' RETURNING previous
    `.execute(tx);
    const listing = await selectListing(tx, null, id);
    if (!listing) throw new ListingNotFound();
    const [decided] = rows;
    if (!decided) throw new ListingNotPending(listing.status);
    if (listing.revision !== (decision.revision ?? listing.revision))
      throw new ListingChanged(listing.revision);
    const { previous } = decided;
    const { charged_credits: price } = listing;
    if (price !== previous) await notifyPriceChanged({ tx, clock }, listing, { previous, price });
    const event = decision.status === 'rejected' ? 'listing.rejected' : 'listing.approved';
    const decidedOn = { accountId: listing.account_id, subject: id, by: decision.by };
    await recordAuditEvent(
      { tx, clock },
      { ...decidedOn, event, after: { status: decision.status, reason } },
    );
    return listing;
  });
}
