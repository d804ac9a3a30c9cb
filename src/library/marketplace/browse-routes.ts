import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, callerOf, type Idempotency } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { browseListings } from './browse-listings.ts';
import { BrowsePage, BrowseQuery, catalogEntryOf } from './browse-schemas.ts';
import { reviewRoutes } from './review-routes.ts';
import { viewOf } from './schemas.ts';

type Deps = { db: Db; clock: Clock; idempotency: Idempotency; publicUrl: string };

const config = { auth: 'bearer-or-session', permission: 'marketplace:read' } as const;

const tags = ['Marketplace'];

/** Finding listings, and saying what one thinks of them. */
export function browseRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    browseRoute(app, deps);
    await app.register(reviewRoutes(deps));
  };
}

function browseRoute(app: App, deps: Deps): void {
  const { db, publicUrl } = deps;
  const schema = {
    tags,
    summary: 'Browse the marketplace',
    description:
      'Public listings. `voices` has the same ones as catalog entries. `featured` ranks by uses and by the ratings of buyers, `popular` by uses.',
    querystring: BrowseQuery,
    response: { 200: BrowsePage },
  };
  app.get('/api/v1/voices/community', { schema, config }, async (request) => {
    const { accountId } = callerOf(request);
    const { listings, nextCursor } = await browseListings(db, accountId, request.query);
    return {
      listings: listings.map((listing) => viewOf(listing, accountId, publicUrl)),
      voices: listings.map((listing) => catalogEntryOf(listing, publicUrl)),
      next_cursor: nextCursor,
    };
  });
}
