import { type Db, sql } from '../../platform/database/index.ts';

/** How long licences go on after the seller has unlisted the voice. */
export const GRACE_MS = 30 * 86_400_000;

type LicensedVoice = { voice_id: string; seller_account_id: string; price_credits: number; speaker: unknown };

/**
 * The voice behind a listing that the account has licensed, or that is its own. A listing whose
 * change waits for review, or was rejected, stays usable for those who have it, at the price that was approved.
 */
export async function selectLicensedVoice(
  db: Db,
  accountId: string,
  listingId: string,
  now: Date,
): Promise<LicensedVoice | undefined> {
  const result = await sql<LicensedVoice>`
    SELECT v.id AS voice_id, l.account_id AS seller_account_id, l.charged_credits AS price_credits, v.speaker
    FROM listings l JOIN voices v ON v.id = l.voice_id
    WHERE l.id = ${listingId}::uuid AND v.speaker IS NOT NULL AND NOT v.needs_consent AND v.taken_down_reason IS NULL
      AND l.published_at IS NOT NULL AND l.status <> 'taken_down'
      AND (l.status <> 'unlisted' OR l.unlisted_at > ${new Date(now.getTime() - GRACE_MS)}::timestamptz)
      AND (l.account_id = ${accountId}::uuid OR EXISTS (
        SELECT FROM licences c WHERE c.listing_id = l.id AND c.account_id = ${accountId}::uuid))
  `.execute(db);
  return result.rows[0];
}

/** Whether anybody could license it now, so that its existence is no secret. */
export async function isOpenListing(db: Db, listingId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM listings l JOIN voices v ON v.id = l.voice_id
    WHERE l.id = ${listingId}::uuid AND l.status = 'published' AND v.taken_down_reason IS NULL
  `.execute(db);
  return rows.length > 0;
}
