import { type Db, type Sql, sql, type Tx } from '../../../platform/database/index.ts';
import type { StoredVoice } from '../../voices/index.ts';
import type { ListingRow, ListingStatus, Offer } from '../listing.ts';

/** `reader` is the account that asks, or null. */
export function listingColumns(reader: string | null): Sql {
  return sql`l.id, l.voice_id, l.account_id, l.title, l.description, l.tags, l.language, v.gender, l.price_credits,
    l.charged_credits, l.revision, l.visibility, l.licence, l.status, l.reason, l.created_at, l.published_at, l.unlisted_at,
    u.uses, u.earned_credits, l.review_count, l.rating_sum / NULLIF(l.review_count, 0)::float8 AS rating_avg,
    EXISTS (SELECT FROM licences c WHERE c.listing_id = l.id AND c.account_id = ${reader}::uuid) AS licensed,
    CASE WHEN l.account_id = ${reader}::uuid
      THEN ARRAY(SELECT i.email FROM listing_invites i WHERE i.listing_id = l.id ORDER BY i.email)
    END AS invite_emails`;
}

export const LISTINGS = sql`listings l JOIN voices v ON v.id = l.voice_id
  CROSS JOIN LATERAL (
    SELECT COALESCE(sum(uses), 0)::bigint AS uses, COALESCE(sum(earned_credits), 0)::bigint AS earned_credits
    FROM listing_sales WHERE listing_id = l.id
  ) AS u`;

export async function selectListing(
  db: Db,
  reader: string | null,
  id: string,
): Promise<ListingRow | undefined> {
  const result = await sql<ListingRow>`
    SELECT ${listingColumns(reader)} FROM ${LISTINGS} WHERE l.id = ${id}::uuid
  `.execute(db);
  return result.rows[0];
}

/** The listing if the account may know of it: its own, licensed, public, by its link, or invited. */
export async function selectVisibleListing(
  db: Db,
  { accountId, email }: { accountId: string; email: string },
  id: string,
): Promise<ListingRow | undefined> {
  const result = await sql<ListingRow>`
    SELECT ${listingColumns(accountId)} FROM ${LISTINGS}
    WHERE l.id = ${id}::uuid AND (
      l.account_id = ${accountId}::uuid
      OR EXISTS (SELECT FROM licences c WHERE c.listing_id = l.id AND c.account_id = ${accountId}::uuid)
      OR (l.status = 'published' AND (l.visibility <> 'invited'
        OR EXISTS (SELECT FROM listing_invites i WHERE i.listing_id = l.id AND i.email = ${email.toLowerCase()}))))
  `.execute(db);
  return result.rows[0];
}

type ClonedVoice = StoredVoice & { id: string; language: string; hashes: string[] };

/** Locked, so that the voice cannot be deleted before the listing is there. */
export async function lockOwnClone(tx: Tx, accountId: string, id: string): Promise<ClonedVoice | undefined> {
  const result = await sql<ClonedVoice>`
    SELECT v.id, v.status, v.error, v.speaker, v.needs_consent, v.taken_down_reason, v.language,
      ARRAY(SELECT s.sha256 FROM voice_samples s WHERE s.voice_id = v.id ORDER BY s.position) AS hashes
    FROM voices v
    WHERE v.id = ${id}::uuid AND v.account_id = ${accountId}::uuid AND v.source = 'clone' FOR SHARE OF v
  `.execute(tx);
  return result.rows[0];
}

export type NewListing = Offer & {
  id: string;
  voiceId: string;
  accountId: string;
  language: string;
  status: Extract<ListingStatus, 'published' | 'pending_review'>;
  now: Date;
};

/** The id of the listing; undefined when the voice's listing was taken down. */
export async function upsertListing(tx: Tx, listing: NewListing): Promise<string | undefined> {
  const { title, description, tags, status, now } = listing;
  const published = status === 'published' ? now : null;
  const result = await sql<{ id: string }>`
    INSERT INTO listings AS l (id, voice_id, account_id, title, description, tags, language, price_credits, visibility,
      licence, status, search, created_at, published_at, charged_credits)
    VALUES (${listing.id}::uuid, ${listing.voiceId}::uuid, ${listing.accountId}::uuid, ${title}, ${description},
      ${tags}::text[], ${listing.language}, ${listing.priceCredits}::bigint, ${listing.visibility}, ${listing.licence},
      ${status}, setweight(to_tsvector('simple', ${title}), 'A')
        || setweight(to_tsvector('simple', ${tags.join(' ')}), 'B')
        || setweight(to_tsvector('simple', ${description}), 'C'),
      ${now}::timestamptz, ${published}::timestamptz, ${listing.priceCredits}::bigint)
    ON CONFLICT (voice_id) DO UPDATE SET title = EXCLUDED.title, description = EXCLUDED.description,
      tags = EXCLUDED.tags, language = EXCLUDED.language, price_credits = EXCLUDED.price_credits,
      visibility = EXCLUDED.visibility, licence = EXCLUDED.licence, status = EXCLUDED.status, search = EXCLUDED.search,
      published_at = COALESCE(l.published_at, EXCLUDED.published_at), unlisted_at = NULL, reason = NULL,
      revision = l.revision + 1, charged_credits = CASE WHEN EXCLUDED.status = 'published' THEN EXCLUDED.charged_credits ELSE l.charged_credits END
      WHERE l.status <> 'taken_down'
    RETURNING id
  `.execute(tx);
  const id = result.rows[0]?.id;
  if (id === undefined) return undefined;
  await sql`DELETE FROM listing_invites WHERE listing_id = ${id}::uuid`.execute(tx);
  const emails = [...new Set(listing.inviteEmails.map((email) => email.toLowerCase()))];
  await sql`
    INSERT INTO listing_invites (listing_id, email) SELECT ${id}::uuid, unnest(${emails}::text[])
  `.execute(tx);
  return id;
}

/** Reads what licensees of the voice pay now, and locks it until the transaction ends. Undefined without a listing. */
export async function lockCharged(tx: Tx, voiceId: string): Promise<number | undefined> {
  const result = await sql<{ charged_credits: number }>`
    SELECT charged_credits FROM listings WHERE voice_id = ${voiceId}::uuid FOR UPDATE
  `.execute(tx);
  return result.rows[0]?.charged_credits;
}

/** Undefined when the account has no listing of this voice that could be unlisted. */
export async function unlist(
  tx: Tx,
  { accountId, voiceId, now }: { accountId: string; voiceId: string; now: Date },
): Promise<{ id: string; title: string } | undefined> {
  const result = await sql<{ id: string; title: string }>`
    UPDATE listings SET status = 'unlisted', unlisted_at = ${now}::timestamptz
    WHERE voice_id = ${voiceId}::uuid AND account_id = ${accountId}::uuid
      AND status IN ('published', 'pending_review', 'rejected')
    RETURNING id, title
  `.execute(tx);
  return result.rows[0];
}

export async function selectListingOf(
  db: Db,
  accountId: string,
  voiceId: string,
): Promise<ListingRow | undefined> {
  const result = await sql<ListingRow>`
    SELECT ${listingColumns(accountId)} FROM ${LISTINGS}
    WHERE l.voice_id = ${voiceId}::uuid AND l.account_id = ${accountId}::uuid
  `.execute(db);
  return result.rows[0];
}

export async function hasVerifiedConsent(tx: Tx, voiceId: string): Promise<boolean> {
  const result = await sql`
    SELECT FROM voice_consents WHERE voice_id = ${voiceId}::uuid AND purpose = 'clone' AND verified_at IS NOT NULL LIMIT 1
  `.execute(tx);
  return result.rows.length > 0;
}

/** Whatever their status, newest first, one more than the page when there is a next one. */
export async function selectOwnListings(
  db: Db,
  accountId: string,
  { voiceId, before, limit }: { voiceId?: string | undefined; before: string | null; limit: number },
): Promise<ListingRow[]> {
  const result = await sql<ListingRow>`
    SELECT ${listingColumns(accountId)} FROM ${LISTINGS}
    WHERE l.account_id = ${accountId}::uuid AND ${before === null ? sql`true` : sql`l.id < ${before}::uuid`}
      AND ${voiceId === undefined ? sql`true` : sql`l.voice_id = ${voiceId}::uuid`}
    ORDER BY l.id DESC LIMIT ${sql.lit(limit + 1)}
  `.execute(db);
  return result.rows;
}
