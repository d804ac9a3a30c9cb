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
 * Stops the voice and its remixes for everybody at once: their owner, licensees, waiting and running jobs, cached speech.
 * Seller and licensees are told why. Repeating it changes nothing. Locks jobs, then voices, then listings, as all others do.
 */
export async function takeDownListing(
  deps: TakeDownDeps,
  listingId: string,
  reason: string,
): Promise<ListingRow> {
  const failure = { error: `The voice was taken down: ${reason}`, errorCode: 'voice_taken_down' };
  const { listing, stopped } = await deps.db.transaction().execute(async (tx) => {
    const found = isUuid(listingId) ? await selectListing(tx, null, listingId) : undefined;
    if (!found) throw new ListingNotFound();
    const voiceIds = await selectWithRemixes(tx, found.voice_id);
    await failJobsOfVoice(deps, tx, [listingId, ...voiceIds], failure);
    const stopped: Stopped[] = [];
    for (const voiceId of voiceIds) stopped.push(await stop(deps, tx, voiceId, reason));
    const listing = await selectListing(tx, found.account_id, listingId);
    if (!listing) throw new ListingNotFound();
    return { listing, stopped };
  });
  // Also jobs that were enqueued while the first transaction waited for a lock. Later ones are refused.
  const usedAs = stopped.flatMap((voice) => voice.usedAs);
  await deps.db.transaction().execute((tx) => failJobsOfVoice(deps, tx, usedAs, failure));
  const objectKeys = stopped.flatMap((voice) => voice.objectKeys);
  await deleteMarkedObjects(deps, objectKeys);
  return listing;
}

/** The voice, and what was made of it: a remix may hardly differ from its origin. In the order of locking. */
async function selectWithRemixes(tx: Tx, voiceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM voices
    WHERE id = ${voiceId}::uuid OR remix_of = ${voiceId}::uuid OR facts->'lineage' @> to_jsonb(${voiceId}::text)
    ORDER BY id
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** Ids that jobs know the voice by, and objects that are marked for deletion. */
type Stopped = { usedAs: string[]; objectKeys: string[] };
type Target = { seller_id: string; taken_down: boolean; listing_id: string | null; title: string | null };

async function stop(deps: TakeDownDeps, tx: Tx, voiceId: string, reason: string): Promise<Stopped> {
  await lockVoice(tx, voiceId);
  const { rows } = await sql<Target>`
    SELECT v.account_id AS seller_id, v.taken_down_reason IS NOT NULL AS taken_down, l.id AS listing_id, l.title
    FROM voices v LEFT JOIN listings l ON l.voice_id = v.id WHERE v.id = ${voiceId}::uuid
  `.execute(tx);
  const [voice] = rows;
  const usedAs = voice?.listing_id ? [voiceId, voice.listing_id] : [voiceId];
  if (!voice || voice.taken_down) return { usedAs, objectKeys: [] };
  const now = deps.clock.now();
  const previews = await takeDownVoice(tx, { voiceId, reason, now });
  const speech = await deps.deleteSpeech(tx, voiceId, now);
  if (voice.listing_id !== null) {
    const listing = { id: voice.listing_id, title: voice.title ?? '' };
    await markTakenDown(tx, listing.id, reason);
    const told = [voice.seller_id, ...(await selectLicensees(tx, listing.id))];
    await notifyTakenDown({ tx, clock: deps.clock }, listing, told, reason);
  }
  return { usedAs, objectKeys: [...previews, ...speech] };
}

async function markTakenDown(tx: Tx, listingId: string, reason: string): Promise<void> {
  await sql`
    UPDATE listings SET status = 'taken_down', reason = ${reason}, unlisted_at = NULL WHERE id = ${listingId}::uuid
  `.execute(tx);
}
