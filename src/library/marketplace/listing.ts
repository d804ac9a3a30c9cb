import { cleanName, isVisible } from '../assets/index.ts';

export const VISIBILITIES = ['public', 'unlisted', 'invited'] as const;
type Visibility = (typeof VISIBILITIES)[number];

export const LISTING_STATUSES = [
  'pending_review',
  'published',
  'rejected',
  'unlisted',
  'taken_down',
] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

export const MAX_TAGS = 8;
export const DEFAULT_LICENCE = 'standard';

/** The seller decides these fields. */
export type Offer = {
  title: string;
  description: string;
  tags: readonly string[];
  priceCredits: number;
  visibility: Visibility;
  licence: string;
  inviteEmails: readonly string[];
};

export type ListingRow = {
  id: string;
  voice_id: string;
  account_id: string;
  title: string;
  description: string;
  tags: string[];
  language: string;
  gender: string | null;
  price_credits: number;
  /** A use costs this. It differs from the price while a change of it waits for review. */
  charged_credits: number;
  /** Grows with every change by the seller. */
  revision: number;
  visibility: Visibility;
  licence: string;
  status: ListingStatus;
  reason: string | null;
  created_at: Date;
  published_at: Date | null;
  unlisted_at: Date | null;
  uses: number;
  rating_avg: number | null;
  review_count: number;
  earned_credits: number;
  /** Whether the account that asks has a licence. */
  licensed: boolean;
  /** Null for everybody but the seller. */
  invite_emails: string[] | null;
};

/** Lower case, without repetitions, in the order given. */
export function tidyTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => cleanName(tag).toLowerCase()).filter(isVisible))];
}

/** Keeps lines. Bidirectional marks could make it read as something else on the pages of others. */
export function cleanText(text: string): string {
  return text.normalize('NFC').replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** A query for words that begin like those typed. Undefined: there is no word in it. */
export function searchTerms(query: string): string | undefined {
  const words = query.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 0 ? words.map((word) => `${word}:*`).join(' & ') : undefined;
}
