import { isUuid } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import { GRACE_MS } from '../voices/index.ts';
import { ListingNotFound, ListingTakenDown } from './errors.ts';
import type { ListingRow } from './listing.ts';
import { notifyUnlisted } from './notify.ts';
import { selectListingOf, unlist } from './queries/listings.ts';

type Deps = { db: Db; clock: Clock };

/** Licences go on for a grace period, and licensees are told. Repeating it changes nothing. */
export function unlistClone({ db, clock }: Deps, accountId: string, cloneId: string): Promise<ListingRow> {
  return db.transaction().execute(async (tx) => {
    if (!isUuid(cloneId)) throw new ListingNotFound();
    const now = clock.now();
    const gone = await unlist(tx, { accountId, voiceId: cloneId, now });
    if (gone) {
      const usableUntil = new Date(now.getTime() + GRACE_MS);
      await notifyUnlisted({ tx, clock }, gone, { usableUntil });
    }
    const listing = await selectListingOf(tx, accountId, cloneId);
    if (!listing) throw new ListingNotFound();
    if (listing.status === 'taken_down') throw new ListingTakenDown(listing.reason);
    return listing;
  });
}

/** Deletes the listing of a voice that is being deleted, at once and with licences and reviews. It has no objects. */
export async function deleteListing(tx: Tx, voiceId: string, now: Date): Promise<readonly string[]> {
  const clock = { now: () => now };
  const { rows } = await sql<{ id: string; title: string; status: string }>`
    SELECT id, title, status FROM listings WHERE voice_id = ${voiceId}::uuid FOR UPDATE
  `.execute(tx);
  for (const listing of rows) {
    // Those of a voice that was taken down know.
    if (listing.status !== 'taken_down') await notifyUnlisted({ tx, clock }, listing, { usableUntil: null });
    await sql`DELETE FROM listings WHERE id = ${listing.id}::uuid`.execute(tx);
  }
  return [];
}
