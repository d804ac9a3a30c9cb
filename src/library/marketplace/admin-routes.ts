import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, cursorAfter, errors, idFromCursor, NextCursor, PageQuery } from '../../http/index.ts';
import type { EarningsDeps } from '../../money/ledger/index.ts';
import type { Sealing } from '../../platform/sealing/index.ts';
import { actorOf } from '../../tenancy/audit-log/index.ts';
import { payoutAdminRoutes } from './admin-payout-routes.ts';
import { reportAdminRoutes } from './admin-report-routes.ts';
import { verificationAdminRoutes } from './admin-verification-routes.ts';
import { LISTING_STATUSES, type ListingRow } from './listing.ts';
import { moderateListing } from './moderate-listing.ts';
import { selectListings } from './queries/browse.ts';
import { ListingParams, ListingView, viewOf } from './schemas.ts';
import { ReasonBody } from './seller-schemas.ts';
import { type TakeDownDeps, takeDownListing } from './take-down.ts';

type Deps = TakeDownDeps & EarningsDeps & { sealing: Sealing; publicUrl: string };

const config = { auth: 'admin' } as const;
const tags = ['Administration'];
const params = ListingParams;
const Account = Type.Object({ account_id: Type.String() });
const AdminListing = Type.Composite([ListingView, Account, Type.Object({ revision: Type.Integer() })]);
const RevisionQuery = Type.Object({
  revision: Type.Optional(
    Type.Integer({
      description: 'Of the listing that you have read: 409 `listing_changed` if the seller changed it since.',
    }),
  ),
});

const one = { tags, params, response: { 200: AdminListing, ...errors(403, 404, 409) } };

/** Moderation of listings, with what else administrators do in the marketplace. */
export function marketplaceAdminRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(payoutAdminRoutes(deps));
    await app.register(reportAdminRoutes(deps));
    listRoute(app, deps);
    approveRoute(app, deps);
    rejectRoute(app, deps);
    takeDownRoute(app, deps);
    await app.register(verificationAdminRoutes(deps));
  };
}

function listRoute(app: App, deps: Deps): void {
  const { db } = deps;
  const schema = {
    tags,
    summary: 'List listings of all accounts',
    querystring: Type.Composite([
      PageQuery,
      Type.Object({ status: Type.Optional(Type.Union(LISTING_STATUSES.map((one) => Type.Literal(one)))) }),
    ]),
    response: {
      200: Type.Object({ listings: Type.Array(AdminListing), next_cursor: NextCursor }),
      ...errors(403),
    },
  };
  app.get('/api/admin/listings', { schema, config }, async (request) => {
    const { limit, cursor, status } = request.query;
    const rows = await selectListings(db, { status, limit, before: idFromCursor(cursor) });
    return {
      listings: rows.slice(0, limit).map((row) => listingOf(deps, row)),
      next_cursor: cursorAfter(rows, limit),
    };
  });
}

function approveRoute(app: App, deps: Deps): void {
  app.post(
    '/api/admin/listings/:id/approve',
    {
      schema: { ...one, summary: 'Publish a listing that waits for review', querystring: RevisionQuery },
      config,
    },
    async (request) => {
      const decision = { status: 'published' as const, ...request.query, by: actorOf(request) };
      return listingOf(deps, await moderateListing(deps, request.params.id, decision));
    },
  );
}

function rejectRoute(app: App, deps: Deps): void {
  const schema = {
    ...one,
    summary: 'Reject a listing that waits for review',
    querystring: RevisionQuery,
    body: ReasonBody,
  };
  app.post('/api/admin/listings/:id/reject', { schema, config }, async (request) => {
    const { reason } = request.body;
    const decision = { status: 'rejected' as const, reason, ...request.query, by: actorOf(request) };
    return listingOf(deps, await moderateListing(deps, request.params.id, decision));
  });
}

function takeDownRoute(app: App, deps: Deps): void {
  const schema = {
    ...one,
    summary: 'Take down a listing',
    description:
      'Stops all use of the voice and of its remixes at once, also by its owner, fails jobs that use it, deletes its cached speech, and tells seller and licensees why. Clones of a voice that sounds like it are refused from then on.',
    body: ReasonBody,
  };
  app.post('/api/admin/listings/:id/takedown', { schema, config }, async (request) => {
    const { reason } = request.body;
    return listingOf(deps, await takeDownListing(deps, request.params.id, { reason, by: actorOf(request) }));
  });
}

function listingOf({ publicUrl }: Deps, row: ListingRow) {
  return {
    ...viewOf(row, row.account_id, publicUrl),
    account_id: row.account_id,
    revision: row.revision,
  };
}
