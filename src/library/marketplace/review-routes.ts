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
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import {
  ReportRequest,
  ReportView,
  ReviewPage,
  ReviewRequest,
  ReviewView,
  viewOfReview,
} from './browse-schemas.ts';
import { findListing } from './license-listing.ts';
import { selectReviews } from './queries/reviews.ts';
import { reportListing } from './report-listing.ts';
import { reviewListing } from './review-listing.ts';
import { ListingParams } from './schemas.ts';

const config = { auth: 'bearer-or-session', permission: 'marketplace:read' } as const;

const once = { ...config, permission: 'marketplace:manage', idempotent: true } as const;

const tags = ['Marketplace'];

const params = ListingParams;

type ReviewDeps = { db: Db; clock: Clock; idempotency: Idempotency };

/** What customers say of a listing: reviews for each other, reports for the operator. */
export function reviewRoutes(deps: ReviewDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    listReviewsRoute(app, deps);
    reviewRoute(app, deps);
    reportRoute(app, deps);
  };
}

function listReviewsRoute(app: App, deps: ReviewDeps): void {
  const { db } = deps;
  const schema = {
    tags,
    summary: 'List reviews of a listing',
    params,
    querystring: PageQuery,
    response: { 200: ReviewPage, ...errors(404) },
  };
  app.get('/api/v1/voices/community/:id/reviews', { schema, config }, async (request) => {
    const caller = callerOf(request);
    const { limit, cursor } = request.query;
    const { id } = await findListing(db, caller, request.params.id);
    const rows = await selectReviews(db, id, { limit, before: idFromCursor(cursor) });
    return {
      reviews: rows.slice(0, limit).map((row) => viewOfReview(row, caller.accountId)),
      next_cursor: cursorAfter(rows, limit),
    };
  });
}

function reviewRoute(app: App, deps: ReviewDeps): void {
  const { idempotency } = deps;
  const schema = {
    tags,
    summary: 'Review a listing',
    description:
      'One review per account, after you have licensed and used the voice. Sending another one replaces it.',
    params,
    body: ReviewRequest,
    response: { 201: ReviewView, ...errors(403, 404, 409) },
  };
  app.post('/api/v1/voices/community/:id/reviews', { schema, config: once }, async (request, reply) => {
    const caller = callerOf(request);
    const { rating, comment = null } = request.body;
    return idempotency.answerInTransaction(request, reply, async (tx) => {
      const within = { ...deps, db: tx };
      const row = await reviewListing(within, caller, request.params.id, { rating, comment });
      return { status: 201, body: viewOfReview(row, caller.accountId) };
    });
  });
}

function reportRoute(app: App, deps: ReviewDeps): void {
  const { idempotency } = deps;
  const report = {
    tags,
    summary: 'Report a listing',
    description: 'Tells the operator of this service. Reporting again replaces your report.',
    params,
    body: ReportRequest,
    response: { 201: ReportView, ...errors(404) },
  };
  app.post(
    '/api/v1/voices/community/:id/report',
    { schema: report, config: once },
    async (request, reply) => {
      const { reason, details = null } = request.body;
      return idempotency.answerInTransaction(request, reply, async (tx) => {
        const within = { ...deps, db: tx };
        const row = await reportListing(within, callerOf(request), request.params.id, { reason, details });
        const { id, listing_id, created_at } = row;
        const report = { id, listing_id, reason, created_at: created_at.toISOString() };
        return { status: 201, body: { report } };
      });
    },
  );
}
