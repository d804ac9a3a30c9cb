import { type Static, Type } from '@sinclair/typebox';
import { NextCursor, PageQuery } from '../../http/index.ts';
import { LISTING_STATUSES, type ListingRow, MAX_TAGS, VISIBILITIES } from './listing.ts';

const Time = Type.String({ format: 'date-time' });
const OptionalTime = Type.Union([Time, Type.Null()]);

export const ListingParams = Type.Object({ id: Type.String({ maxLength: 100 }) });

export const PublishRequest = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 120, pattern: '\\S', examples: ['Warm narrator'] }),
  description: Type.Optional(Type.String({ maxLength: 4_000 })),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
      maxItems: MAX_TAGS,
      description: 'Stored in lower case.',
      examples: [['narration', 'calm']],
    }),
  ),
  price_credits: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description:
        'Credits per use, on top of the characters. You get 70 percent of them, rounded down. 0 is free. A price needs a verified seller.',
    }),
  ),
  consent: Type.Optional(
    Type.Boolean({ description: 'Must be true: you may offer this voice to other customers.' }),
  ),
  visibility: Type.Optional(
    Type.Union(
      VISIBILITIES.map((visibility) => Type.Literal(visibility)),
      {
        description:
          '`public` (default) is in the marketplace, `unlisted` is for everybody who has the id, `invited` for the accounts of `invite_emails`.',
      },
    ),
  ),
  invite_emails: Type.Optional(
    Type.Array(Type.String({ minLength: 3, maxLength: 254, pattern: '@' }), { maxItems: 200 }),
  ),
  licence: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 80,
      description: 'Name of the licence text; default `standard`.',
    }),
  ),
});
export type PublishRequest = Static<typeof PublishRequest>;

export const ListingView = Type.Object(
  {
    id: Type.String({ description: 'The `voice_id` once you have a licence.' }),
    voice_id: Type.String(),
    title: Type.String(),
    description: Type.String(),
    tags: Type.Array(Type.String()),
    language: Type.String(),
    gender: Type.Union([Type.String(), Type.Null()]),
    priceCredits: Type.Integer({ description: 'Per use, on top of the characters.' }),
    visibility: Type.Union(VISIBILITIES.map((visibility) => Type.Literal(visibility))),
    licence: Type.String(),
    status: Type.Union(LISTING_STATUSES.map((status) => Type.Literal(status))),
    reason: Type.Optional(Type.String({ description: 'Why it was rejected or taken down.' })),
    uses: Type.Integer(),
    ratingAvg: Type.Union([Type.Number(), Type.Null()], { description: 'Null without reviews.' }),
    reviewCount: Type.Integer(),
    licensed: Type.Boolean({ description: 'You can use it.' }),
    own: Type.Boolean(),
    clone_id: Type.Optional(Type.String({ description: 'For the seller.' })),
    sellerEarningsCredits: Type.Optional(Type.Integer({ description: 'For the seller.' })),
    chargedCredits: Type.Optional(
      Type.Integer({
        description: 'For the seller: what a use costs while a change of the price waits for review.',
      }),
    ),
    invite_emails: Type.Optional(
      Type.Array(Type.String(), { description: 'For the seller: who is invited, in lower case.' }),
    ),
    preview_url: Type.String(),
    published_at: OptionalTime,
    unlisted_at: OptionalTime,
  },
  { title: 'Listing' },
);
export type ListingView = Static<typeof ListingView>;

export const OwnListingQuery = Type.Composite([
  PageQuery,
  Type.Object({
    clone_id: Type.Optional(
      Type.String({
        pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
        description: 'Only the listing of this clone.',
      }),
    ),
  }),
]);

export const OwnListingPage = Type.Object({ listings: Type.Array(ListingView), next_cursor: NextCursor });

export const ListingWithVoice = Type.Object({ listing: ListingView, voice_id: Type.String() });

export const LicenceView = Type.Object({
  licence: Type.Object({ listing_id: Type.String(), created_at: Time }),
  listing: ListingView,
  voice_id: Type.String(),
});

export const NoticePage = Type.Object({
  notices: Type.Array(
    Type.Object({
      id: Type.String(),
      event: Type.String({ examples: ['listing.unlisted'] }),
      listing_id: Type.String(),
      title: Type.String(),
      reason: Type.Union([Type.String(), Type.Null()]),
      usable_until: OptionalTime,
      created_at: Time,
    }),
  ),
  next_cursor: NextCursor,
});

/** The account sees a listing like this; only its seller sees the figures of the sales. */
export function viewOf(listing: ListingRow, reader: string, publicUrl: string): ListingView {
  const own = listing.account_id === reader;
  const { id, title, description, tags, language, gender, visibility, licence, status, uses } = listing;
  return {
    id,
    voice_id: id,
    title,
    description,
    tags,
    language,
    gender,
    priceCredits: own ? listing.price_credits : listing.charged_credits,
    visibility,
    licence,
    status,
    // Why a change was rejected is between the seller and the operator.
    ...(listing.reason !== null && (own || status === 'taken_down') && { reason: listing.reason }),
    uses,
    ratingAvg: listing.rating_avg,
    reviewCount: listing.review_count,
    licensed: listing.licensed || own,
    own,
    ...(own && {
      clone_id: listing.voice_id,
      sellerEarningsCredits: listing.earned_credits,
      chargedCredits: listing.charged_credits,
    }),
    ...(listing.invite_emails && { invite_emails: listing.invite_emails }),
    preview_url: previewUrl(publicUrl, id),
    published_at: listing.published_at?.toISOString() ?? null,
    unlisted_at: listing.unlisted_at?.toISOString() ?? null,
  };
}

export function previewUrl(publicUrl: string, id: string): string {
  return `${publicUrl}/api/v1/voices/community/${id}/preview`;
}
