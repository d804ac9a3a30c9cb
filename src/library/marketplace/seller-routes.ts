import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, callerOf, cursorAfter, type Idempotency, idFromCursor } from '../../http/index.ts';
import { type EarningsDeps, earningsOf } from '../../money/ledger/index.ts';
import type { Sealing } from '../../platform/sealing/index.ts';
import { selectOwnListings } from './queries/listings.ts';
import { OwnListingPage, OwnListingQuery, viewOf } from './schemas.ts';
import { sellerPayoutRoutes } from './seller-payout-routes.ts';
import { EarningsView } from './seller-schemas.ts';
import { sellerVerificationRoutes } from './seller-verification-routes.ts';

type Deps = EarningsDeps & { sealing: Sealing; idempotency: Idempotency; publicUrl: string };

const config = { auth: 'bearer-or-session', permission: 'marketplace:read' } as const;

const tags = ['Sellers'];

export function sellerRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(sellerVerificationRoutes(deps));
    earningsRoute(app, deps);
    soldListingsRoute(app, deps);
    await app.register(sellerPayoutRoutes(deps));
  };
}

function earningsRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Show your earnings',
    description:
      'In credits, by listing and calendar month (UTC), newest month first. A sale is pending for some time, since its payment may be refunded or disputed. If it is, the sale is reversed, and later earnings make up for it.',
    response: { 200: EarningsView },
  };
  app.get('/api/v1/seller/earnings', { schema, config }, async (request) => {
    const { byListing, upcoming, ...totals } = await earningsOf(deps, callerOf(request).accountId);
    return {
      earned_credits: totals.earned,
      requested_credits: totals.requested,
      paid_credits: totals.paid,
      reversed_credits: totals.reversed,
      pending_credits: totals.pending,
      available_credits: totals.available,
      pending: upcoming.map(({ availableAt, credits }) => ({
        available_at: availableAt.toISOString(),
        credits,
      })),
      free_plan_credits: totals.unfunded,
      months: byListing,
    };
  });
}

function soldListingsRoute(app: App, deps: Deps): void {
  const { db, publicUrl } = deps;
  const schema = {
    tags,
    summary: 'List your listings',
    description: 'Whatever their status, newest first.',
    querystring: OwnListingQuery,
    response: { 200: OwnListingPage },
  };
  app.get('/api/v1/seller/listings', { schema, config }, async (request) => {
    const { limit, cursor, clone_id: voiceId } = request.query;
    const { accountId } = callerOf(request);
    const rows = await selectOwnListings(db, accountId, { voiceId, limit, before: idFromCursor(cursor) });
    const views = rows.slice(0, limit).map((row) => viewOf(row, accountId, publicUrl));
    return { listings: views, next_cursor: cursorAfter(rows, limit) };
  });
}
