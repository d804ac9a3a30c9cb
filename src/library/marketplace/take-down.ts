import { isUuid } from '../../http/index.ts';
import { sql, type Tx } from '../../platform/database/index.ts';
import { deleteMarkedObjects, type ObjectDeps } from '../../platform/storage/index.ts';
import { failJobsOfVoice, type JobDeps } from '../../work/jobs/index.ts';
import { lockVoice, takeDownVoice, type VoiceDeletionHook } from '../voices/index.ts';
import { ListingNotFound } from './errors.ts';
import type { ListingRow } from './listing.ts';
import { notifyTakenDown } from './notify.ts';
import { selectLicensees } from './queries/licences.ts';
import { selectListing } from './queries/listings.ts';

export type TakeDownDeps = ObjectDeps & JobDeps & { deleteSpeech: VoiceDeletionHook };

/**
 * Stops the voice for everybody at once: its owner, licensees, waiting and running jobs, cached speech. Seller and
 * licensees are told why. Repeating it changes nothing. Locks jobs, then the voice, then the listing, as all others do.
 */
export async function takeDownListing(
  deps: TakeDownDeps,
  listingId: string,
  reason: string,
): Promise<ListingRow> {
  const { listing, objectKeys } = await deps.db.transaction().execute(async (tx) => {
    const found = isUuid(listingId) ? await selectListing(tx, null, listingId) : undefined;
    if (!found) throw new ListingNotFound();
    const objectKeys = await stop(deps, tx, found, reason);
    const listing = await selectListing(tx, found.account_id, listingId);
    if (!listing) throw new ListingNotFound();
    return { listing, objectKeys };
  });
  await deleteMarkedObjects(deps, objectKeys);
  return listing;
}

async function stop(deps: TakeDownDeps, tx: Tx, listing: ListingRow, reason: string): Promise<string[]> {
  const { id, voice_id: voiceId, account_id: sellerId } = listing;
  const failure = { error: `The voice was taken down: ${reason}`, errorCode: 'voice_taken_down' };
  await failJobsOfVoice(deps, tx, [id, voiceId], failure);
  if (!(await lockVoice(tx, voiceId))) throw new ListingNotFound();
  const { rows } = await sql`
    UPDATE listings SET status = 'taken_down', reason = ${reason}, unlisted_at = NULL
    WHERE id = ${id}::uuid AND status <> 'taken_down' RETURNING id
  `.execute(tx);
  if (rows.length === 0) return [];
  const now = deps.clock.now();
  const previews = await takeDownVoice(tx, { voiceId, reason, now });
  const speech = await deps.deleteSpeech(tx, voiceId, now);
  const told = [sellerId, ...(await selectLicensees(tx, id))];
  await notifyTakenDown({ tx, clock: deps.clock }, listing, told, reason);
  return [...previews, ...speech];
}
