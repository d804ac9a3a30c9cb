import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, addressOf, callerOf, errors, type Idempotency } from '../../http/index.ts';
import { cleanName } from '../assets/index.ts';
import { cleanText, DEFAULT_LICENCE, type Offer } from './listing.ts';
import { type PublishDeps, publishClone } from './publish-clone.ts';
import { ListingParams, ListingWithVoice, PublishRequest, viewOf } from './schemas.ts';
import { unlistClone } from './unlist-clone.ts';

const config = { auth: 'bearer-or-session', permission: 'marketplace:read' } as const;

const managing = { ...config, permission: 'marketplace:manage' } as const;

const once = { ...managing, idempotent: true } as const;

const tags = ['Marketplace'];

const params = ListingParams;

type Deps = PublishDeps & { idempotency: Idempotency; publicUrl: string };

/** What an owner does to sell a clone, and to stop. */
export function publishRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    publishRoute(app, deps);
    unlistRoute(app, deps);
  };
}

function publishRoute(app: App, deps: Deps): void {
  const { idempotency, publicUrl } = deps;
  const schema = {
    tags,
    summary: 'Publish a clone',
    description:
      'Offers a ready clone in the marketplace, or changes its listing; calls that have started keep their price. Needs a paid plan. A price also needs a verified seller and spoken consent to the clone, and in production the listing waits for review.',
    params,
    body: PublishRequest,
    response: { 201: ListingWithVoice, ...errors(402, 404, 409) },
  };
  app.post('/api/voices/clone/:id/publish', { schema, config: once }, async (request, reply) => {
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
}

function unlistRoute(app: App, deps: Deps): void {
  const { publicUrl } = deps;
  const schema = {
    tags,
    summary: 'Unlist a clone',
    description:
      'Existing licences work for another 30 days, and licensees are told. Returns the listing; repeating it changes nothing.',
    params,
    response: { 200: ListingWithVoice, ...errors(404, 409) },
  };
  app.delete('/api/voices/clone/:id/publish', { schema, config: managing }, async (request) => {
    const { accountId } = callerOf(request);
    const listing = await unlistClone(deps, accountId, request.params.id);
    return { listing: viewOf(listing, accountId, publicUrl), voice_id: listing.id };
  });
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
