import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  type App,
  callerOf,
  cursorAfter,
  errors,
  type Idempotency,
  idFromCursor,
  PageQuery,
} from '../../http/index.ts';
import type { CustomPreviews } from '../voices/index.ts';
import { ListingNotFound } from './errors.ts';
import { findListing, licenseListing } from './license-listing.ts';
import type { PublishDeps } from './publish-clone.ts';
import { publishRoutes } from './publish-routes.ts';
import { selectNotices } from './queries/notices.ts';
import { LicenceView, ListingParams, ListingView, NoticePage, viewOf } from './schemas.ts';

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
  return async (app) => {
    await app.register(publishRoutes(deps));
    readRoute(app, deps);
    licenseRoute(app, deps);
    previewRoute(app, deps);
    noticesRoute(app, deps);
  };
}

function readRoute(app: App, deps: MarketplaceDeps): void {
  const { db, publicUrl } = deps;
  const schema = { tags, summary: 'Get a listing', params, response: { 200: ListingView, ...errors(404) } };
  app.get('/api/v1/voices/community/:id', { schema, config }, async (request) => {
    const caller = callerOf(request);
    return viewOf(await findListing(db, caller, request.params.id), caller.accountId, publicUrl);
  });
}

function licenseRoute(app: App, deps: MarketplaceDeps): void {
  const { idempotency, publicUrl } = deps;
  const schema = {
    tags,
    summary: 'License a listing',
    description:
      'After this the id of the listing is a `voice_id`. Its price is charged on each use. Returns 201, or 200 with the licence you already have.',
    params,
    response: { 201: LicenceView, 200: LicenceView, ...errors(404) },
  };
  app.post('/api/v1/voices/community/:id', { schema, config: once }, async (request, reply) => {
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
}

function previewRoute(app: App, deps: MarketplaceDeps): void {
  const { db, previews } = deps;
  const schema = {
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
  app.get('/api/v1/voices/community/:id/preview', { schema, config }, async (request, reply) => {
    const listing = await findListing(db, callerOf(request), request.params.id);
    if (listing.status === 'taken_down') throw new ListingNotFound();
    const wav = await previews.previewOf(listing.account_id, listing.voice_id);
    return reply.type('audio/wav').header('cache-control', 'private, no-store').send(wav);
  });
}

function noticesRoute(app: App, deps: MarketplaceDeps): void {
  const { db } = deps;
  const schema = {
    tags,
    summary: 'List notices about listings',
    description: 'What happened to listings that you sell or license, newest first.',
    querystring: PageQuery,
    response: { 200: NoticePage },
  };
  app.get('/api/v1/voices/community/notices', { schema, config }, async (request) => {
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
}
