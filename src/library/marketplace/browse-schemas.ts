import { type Static, Type } from '@sinclair/typebox';
import { NextCursor, PageQuery } from '../../http/index.ts';
import { type CatalogEntry, CatalogEntrySchema, ownLanguageOf } from '../voices/index.ts';
import { type CatalogListing, SORTS } from './queries/browse.ts';
import type { ReviewRow } from './queries/reviews.ts';
import { REPORT_REASONS } from './report-listing.ts';
import { ListingView, previewUrl } from './schemas.ts';

const Time = Type.String({ format: 'date-time' });

const Reason = Type.Union(REPORT_REASONS.map((reason) => Type.Literal(reason)));

export const BrowseQuery = Type.Composite([
  PageQuery,
  Type.Object({
    query: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Words, or beginnings of words, in title, description and tags.',
      }),
    ),
    language: Type.Optional(
      Type.String({ maxLength: 35, description: 'ISO code; `en` matches en-us and en-gb.' }),
    ),
    tag: Type.Optional(Type.String({ maxLength: 40 })),
    sort: Type.Union(
      SORTS.map((sort) => Type.Literal(sort)),
      { default: 'featured' },
    ),
  }),
]);

export const BrowsePage = Type.Object({
  listings: Type.Array(ListingView),
  voices: Type.Array(CatalogEntrySchema),
  next_cursor: NextCursor,
});

export const ReviewRequest = Type.Object({
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  comment: Type.Optional(Type.String({ maxLength: 2_000 })),
});

export const ReviewView = Type.Object(
  {
    id: Type.String(),
    listing_id: Type.String(),
    rating: Type.Integer(),
    comment: Type.Union([Type.String(), Type.Null()]),
    own: Type.Boolean({ description: 'You wrote it.' }),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'Review' },
);
export const ReviewPage = Type.Object({ reviews: Type.Array(ReviewView), next_cursor: NextCursor });

export const ReportRequest = Type.Object({
  reason: Reason,
  details: Type.Optional(Type.String({ maxLength: 4_000 })),
});
export const ReportView = Type.Object({
  report: Type.Object({
    id: Type.String(),
    listing_id: Type.String(),
    reason: Reason,
    created_at: Time,
  }),
});

export function viewOfReview(review: ReviewRow, reader: string): Static<typeof ReviewView> {
  const { id, listing_id, rating, comment, account_id: author, created_at, updated_at } = review;
  return {
    id,
    listing_id,
    rating,
    comment,
    own: author === reader,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

export function catalogEntryOf(listing: CatalogListing, publicUrl: string): CatalogEntry {
  const { id, title, language, gender, tags, charged_credits: price_credits } = listing;
  return {
    id,
    name: title,
    source: 'community',
    language,
    languages: ownLanguageOf(language),
    gender: gender ?? 'neutral',
    tags,
    preview_url: previewUrl(publicUrl, id),
    price_credits,
  };
}
