import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  addressOf,
  callerOf,
  cursorAfter,
  errors,
  type Idempotency,
  idFromCursor,
  PageQuery,
} from '../../http/index.ts';
import { cleanName } from '../assets/index.ts';
import type { CustomPreviews } from '../voices/index.ts';
import { ListingNotFound } from './errors.ts';
import { findListing, licenseListing } from './license-listing.ts';
import { cleanText, DEFAULT_LICENCE, type Offer } from './listing.ts';
import { type PublishDeps, publishClone } from './publish-clone.ts';
import { selectNotices } from './queries/notices.ts';
import {
  LicenceView,
  ListingParams,
  ListingView,
  ListingWithVoice,
  NoticePage,
  PublishRequest,
  viewOf,
} from './schemas.ts';
import { unlistClone } from './unlist-clone.ts';

export type MarketplaceDeps = PublishDeps & {
  idempotency: Idempotency;
  previews: CustomPreviews;
  publicUrl: string;
};

const config = { auth: 'bearer-or-session', permission: 'marketplace:read' } as const;
const managing = { ...config, permission: 'marketplace:manage' } as const;
const once = { ...managing, idempotent: true } as const;
const tags = ['Marketplace'];
const params = ListingParams;

/** Publishing, licensing and hearing listings. */
export function marketplaceRoutes(deps: MarketplaceDeps): FastifyPluginAsyncTypebox {
  const { db, idempotency, previews, publicUrl } = deps;
  return async (app) => {
    const publish = {
      tags,
      summary: 'Publish a clone',
      description:
        'Offers a ready clone in the marketplace, or changes its listing; calls that have started keep their price. Needs a paid plan. A price also needs a verified seller and spoken consent to the clone, and in production the listing waits for review.',
      params,
      body: PublishRequest,
      response: { 201: ListingWithVoice, ...errors(402, 404, 409) },
    };
    app.post('/api/voices/clone/:id/publish', { schema: publish, config: once }, async (request, reply) => {
      const caller = callerOf(request);
      const publication = {
        cloneId: request.params.id,
        offer: offerOf(request.body),
        consent: request.body.consent === true,
        address: addressOf(request),
      };
      return idempotency.answerInTransaction(request, reply, async (tx) => {
        const listing = await publishClone(deps, tx, caller, publication);
        const body = { listing: viewOf(listing, caller.accountId, publicUrl), voice_id: listing.id };
        return { status: 201, body };
      });
    });

    const unlist = {
      tags,
      summary: 'Unlist a clone',
      description:
        'Existing licences work for another 30 days, and licensees are told. Returns the listing; repeating it changes nothing.',
      params,
      response: { 200: ListingWithVoice, ...errors(404, 409) },
    };
    app.delete('/api/voices/clone/:id/publish', { schema: unlist, config: managing }, async (request) => {
      const { accountId } = callerOf(request);
      const listing = await unlistClone(deps, accountId, request.params.id);
      return { listing: viewOf(listing, accountId, publicUrl), voice_id: listing.id };
    });

    const get = { tags, summary: 'Get a listing', params, response: { 200: ListingView, ...errors(404) } };
    app.get('/api/v1/voices/community/:id', { schema: get, config }, async (request) => {
      const caller = callerOf(request);
      return viewOf(await findListing(db, caller, request.params.id), caller.accountId, publicUrl);
    });

    const license = {
      tags,
      summary: 'License a listing',
      description:
        'After this the id of the listing is a `voice_id`. Its price is charged on each use. Returns 201, or 200 with the licence you already have.',
      params,
      response: { 201: LicenceView, 200: LicenceView, ...errors(404) },
    };
    app.post('/api/v1/voices/community/:id', { schema: license, config: once }, async (request, reply) => {
      const caller = callerOf(request);
      return idempotency.answerInTransaction(request, reply, async (tx) => {
        const { listing, createdAt, isNew } = await licenseListing(deps, tx, caller, request.params.id);
        const body = {
          licence: { listing_id: listing.id, created_at: createdAt.toISOString() },
          listing: viewOf(listing, caller.accountId, publicUrl),
          voice_id: listing.id,
        };
        return { status: isNew ? 201 : 200, body };
      });
    });

    const preview = {
      tags,
      summary: 'Preview a listing',
      params,
      response: {
        200: {
          description: 'A short WAV sample in the voice of the listing.',
          content: { 'audio/wav': { schema: { type: 'string', format: 'binary' } } },
        },
        ...errors(404, 502),
      },
    };
    app.get('/api/v1/voices/community/:id/preview', { schema: preview, config }, async (request, reply) => {
      const listing = await findListing(db, callerOf(request), request.params.id);
      if (listing.status === 'taken_down') throw new ListingNotFound();
      const wav = await previews.previewOf(listing.account_id, listing.voice_id);
      return reply.type('audio/wav').header('cache-control', 'private, no-store').send(wav);
    });

    const notices = {
      tags,
      summary: 'List notices about listings',
      description: 'What happened to listings that you sell or license, newest first.',
      querystring: PageQuery,
      response: { 200: NoticePage },
    };
    app.get('/api/v1/voices/community/notices', { schema: notices, config }, async (request) => {
      const { limit, cursor } = request.query;
      const page = { limit, before: idFromCursor(cursor) };
      const rows = await selectNotices(db, callerOf(request).accountId, page);
      return {
        notices: rows.slice(0, limit).map(({ account_id: _, ...notice }) => ({
          ...notice,
          usable_until: notice.usable_until?.toISOString() ?? null,
          created_at: notice.created_at.toISOString(),
        })),
        next_cursor: cursorAfter(rows, limit),
      };
    });
  };
}

function offerOf(body: PublishRequest): Offer {
  return {
    title: cleanName(body.title),
    description: cleanText(body.description ?? ''),
    tags: body.tags ?? [],
    priceCredits: body.price_credits ?? 0,
    visibility: body.visibility ?? 'public',
    licence: body.licence ?? DEFAULT_LICENCE,
    inviteEmails: body.invite_emails ?? [],
  };
}
