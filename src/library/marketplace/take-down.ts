import { isUuid } from '../../http/index.ts';
import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import { deleteMarkedObjects, type ObjectDeps } from '../../platform/storage/index.ts';
import { type Actor, recordAuditEvent } from '../../tenancy/audit-log/index.ts';
import { failJobsOfVoice, type JobDeps } from '../../work/jobs/index.ts';
import { lockVoice, takeDownVoice, type VoiceDeletionHook } from '../voices/index.ts';
import { ListingNotFound } from './errors.ts';
import type { ListingRow } from './listing.ts';
import { notifyTakenDown } from './notify.ts';
import { selectListing } from './queries/listings.ts';
import { closeReportsOf } from './queries/reports.ts';

export type TakeDownDeps = ObjectDeps & JobDeps & { deleteSpeech: VoiceDeletionHook };

/**
 * Stops the voice and its remixes for everybody at once: their owner, licensees, cached speech, then waiting and running
 * jobs. Seller and licensees are told why. Repeating it changes nothing. Locks voices, then listings, as all others do.
 */
export async function takeDownListing(
  deps: TakeDownDeps,
  listingId: string,
  { reason, by }: { reason: string; by: Actor },
): Promise<ListingRow> {
  const { listing, objectKeys } = await deps.db.transaction().execute(async (tx) => {
    const found = isUuid(listingId) ? await selectListing(tx, null, listingId) : undefined;
    if (!found) throw new ListingNotFound();
    const objectKeys = [];
    for (const voiceId of await selectWithRemixes(tx, found.account_id, found.voice_id))
      objectKeys.push(...(await stop(deps, tx, voiceId, reason)));
    const listing = await selectListing(tx, found.account_id, listingId);
    if (!listing) throw new ListingNotFound();
    const change = { before: { status: found.status }, after: { status: listing.status, reason } };
    const taken = { accountId: found.account_id, subject: listingId, ...change };
    await recordAuditEvent({ ...deps, tx }, { ...taken, by, event: 'listing.taken_down' });
    return { listing, objectKeys };
  });
  await failJobsOfTakenDown(deps);
  await deleteMarkedObjects(deps, objectKeys);
  return listing;
}

/** The voice, and what was made of it: a remix may hardly differ from its origin. In the order of locking. */
async function selectWithRemixes(tx: Tx, accountId: string, voiceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM voices WHERE account_id = ${accountId}::uuid AND (id = ${voiceId}::uuid
      OR remix_of = ${voiceId}::uuid OR facts->'lineage' @> to_jsonb(${voiceId}::text))
    ORDER BY id
  `.execute(tx);
  return rows.map(({ id }) => id);
}

type Target = { seller_id: string; taken_down: boolean; listing_id: string | null; title: string | null };

/** Returns the objects, marked for deletion. */
async function stop(deps: TakeDownDeps, tx: Tx, voiceId: string, reason: string): Promise<string[]> {
  await lockVoice(tx, voiceId);
  const { rows } = await sql<Target>`
    SELECT v.account_id AS seller_id, v.taken_down_reason IS NOT NULL AS taken_down, l.id AS listing_id, l.title
    FROM voices v LEFT JOIN listings l ON l.voice_id = v.id WHERE v.id = ${voiceId}::uuid
  `.execute(tx);
  const [voice] = rows;
  if (!voice || voice.taken_down) return [];
  const now = deps.clock.now();
  const previews = await takeDownVoice(tx, { voiceId, reason, now });
  const speech = await deps.deleteSpeech(tx, voiceId, now);
  if (voice.listing_id !== null) {
    const listing = { id: voice.listing_id, title: voice.title ?? '' };
    await markTakenDown(tx, listing.id, reason);
    await closeReportsOf(tx, listing.id, now);
    await notifyTakenDown({ tx, clock: deps.clock }, listing, { sellerId: voice.seller_id, reason });
  }
  return [...previews, ...speech];
}

async function markTakenDown(tx: Tx, listingId: string, reason: string): Promise<void> {
  await sql`
    UPDATE listings SET status = 'taken_down', reason = ${reason}, unlisted_at = NULL WHERE id = ${listingId}::uuid
  `.execute(tx);
}

/**
 * Fails jobs of voices that were taken down, one batch for each voice, and returns how many. Runs after a takedown and now
 * and then: for the rest of many, after a crash, and for a job that was enqueued in the same moment.
 */
export async function failJobsOfTakenDown(deps: JobDeps): Promise<number> {
  let failed = 0;
  for (const { usedAs, reason } of await selectTakenDownInUse(deps.db)) {
    const failure = { error: `The voice was taken down: ${reason}`, errorCode: 'voice_taken_down' };
    failed += await failJobsOfVoice(deps, usedAs, failure);
  }
  return failed;
}

/** Across tenants. `usedAs` are the ids that jobs know the voice by. */
async function selectTakenDownInUse(db: Db): Promise<{ usedAs: string[]; reason: string }[]> {
  const { rows } = await sql<{ usedAs: string[]; reason: string }>`
    WITH used AS (
      SELECT DISTINCT charge.voice_id FROM charges charge JOIN job_charges own ON own.charge_id = charge.id
      WHERE charge.status = 'reserved' AND charge.voice_id IS NOT NULL
    )
    SELECT array_agg(used.voice_id) AS "usedAs", t.reason
    FROM voice_takedowns t LEFT JOIN listings l ON l.voice_id = t.voice_id
      JOIN used ON used.voice_id IN (t.voice_id::text, l.id::text)
    GROUP BY t.voice_id, t.reason
  `.execute(db);
  return rows;
}
