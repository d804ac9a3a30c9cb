import { type Caller, isUuid } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { ListingNotFound, OwnListing } from './errors.ts';
import type { ListingRow } from './listing.ts';
import { insertLicence, selectLicence } from './queries/licences.ts';
import { selectVisibleListing } from './queries/listings.ts';

/** A listing that the caller may know of, with its own figures. */
export async function findListing(
  db: Db,
  caller: Pick<Caller, 'accountId' | 'email'>,
  id: string,
): Promise<ListingRow> {
  const listing = isUuid(id) ? await selectVisibleListing(db, caller, id) : undefined;
  if (!listing) throw new ListingNotFound();
  return listing;
}

export type Licence = { listing: ListingRow; createdAt: Date; isNew: boolean };

/** Once licensed, the id of the listing is a voice_id. Licensing again returns the first licence. */
export async function licenseListing(
  { clock }: { clock: Clock },
  tx: Tx,
  caller: Caller,
  id: string,
): Promise<Licence> {
  const { accountId } = caller;
  const listing = await findListing(tx, caller, id);
  if (listing.account_id === accountId) throw new OwnListing();
  if (listing.status === 'taken_down') throw new ListingNotFound();
  const isNew = await insertLicence(tx, { listingId: listing.id, accountId, now: clock.now() });
  const licence = await selectLicence(tx, listing.id, accountId);
  // Unlisted or taken down in between.
  if (!licence) throw new ListingNotFound();
  return { listing: { ...listing, licensed: true }, createdAt: licence.created_at, isNew };
}
