import type { Caller } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { ListingNotFound, NotLicensed, NotUsed, OwnListing } from './errors.ts';
import { findListing } from './license-listing.ts';
import { hasUsed, type ReviewRow, upsertReview } from './queries/reviews.ts';

/** The reviewer must have a licence and have used the voice. Reviewing again changes the review. */
export async function reviewListing(
  { db, clock }: { db: Db; clock: Clock },
  caller: Caller,
  listingId: string,
  { rating, comment }: { rating: number; comment: string | null },
): Promise<ReviewRow> {
  const { accountId } = caller;
  const listing = await findListing(db, caller, listingId);
  if (listing.account_id === accountId) throw new OwnListing();
  if (!listing.licensed) throw new NotLicensed();
  if (!(await hasUsed(db, accountId, listing.id))) throw new NotUsed();
  const now = clock.now();
  const id = uuidv7(now.getTime());
  const review = await upsertReview(db, { id, listingId: listing.id, accountId, rating, comment, now });
  if (!review) throw new ListingNotFound();
  return review;
}
