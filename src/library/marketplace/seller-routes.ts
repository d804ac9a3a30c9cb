import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  callerOf,
  cursorAfter,
  errors,
  type Idempotency,
  idFromCursor,
  PageQuery,
} from '../../http/index.ts';
import { type EarningsDeps, earningsOf, requestPayout, selectPayouts } from '../../money/ledger/index.ts';
import type { Sealing } from '../../platform/sealing/index.ts';
import { actorOf } from '../../tenancy/audit-log/index.ts';
import { selectOwnListings } from './queries/listings.ts';
import { OwnListingPage, OwnListingQuery, viewOf } from './schemas.ts';
import {
  EarningsView,
  PayoutPage,
  PayoutRequest,
  PayoutView,
  VerificationRequest,
  VerificationView,
  viewOfPayout,
  viewOfVerification,
} from './seller-schemas.ts';
import { readVerification, requestVerification } from './verify-seller.ts';

type Deps = EarningsDeps & { sealing: Sealing; idempotency: Idempotency; publicUrl: string };

const config = { auth: 'bearer-or-session', permission: 'marketplace:read' } as const;
const once = { ...config, permission: 'marketplace:manage', idempotent: true } as const;
const tags = ['Sellers'];

export function sellerRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  const { db, idempotency, publicUrl, sealing } = deps;
  return async (app) => {
    const verification = { 200: VerificationView, ...errors(404) };
    app.get(
      '/api/v1/seller/verification',
      { schema: { tags, summary: 'Get your seller verification', response: verification }, config },
      async (request) => viewOfVerification(sealing, await readVerification(db, callerOf(request).accountId)),
    );

    const verify = {
      tags,
      summary: 'Request seller verification',
      description:
        'Needed to sell voices for a price. An administrator decides. Sending it again replaces a request that is pending or was rejected.',
      body: VerificationRequest,
      response: { 201: VerificationView, ...errors(409) },
    };
    app.post('/api/v1/seller/verification', { schema: verify, config: once }, async (request, reply) => {
      const { accountId } = callerOf(request);
      return idempotency.answerInTransaction(request, reply, async (tx) => {
        const row = await requestVerification({ ...deps, db: tx }, accountId, request.body);
        return { status: 201, body: viewOfVerification(sealing, row) };
      });
    });

    const earnings = {
      tags,
      summary: 'Show your earnings',
      description:
        'In credits, by listing and calendar month (UTC), newest month first. A sale is pending for some time, since its payment may be refunded or disputed. If it is, the sale is reversed, and later earnings make up for it.',
      response: { 200: EarningsView },
    };
    app.get('/api/v1/seller/earnings', { schema: earnings, config }, async (request) => {
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

    const listings = {
      tags,
      summary: 'List your listings',
      description: 'Whatever their status, newest first.',
      querystring: OwnListingQuery,
      response: { 200: OwnListingPage },
    };
    app.get('/api/v1/seller/listings', { schema: listings, config }, async (request) => {
      const { limit, cursor, clone_id: voiceId } = request.query;
      const { accountId } = callerOf(request);
      const rows = await selectOwnListings(db, accountId, { voiceId, limit, before: idFromCursor(cursor) });
      const views = rows.slice(0, limit).map((row) => viewOf(row, accountId, publicUrl));
      return { listings: views, next_cursor: cursorAfter(rows, limit) };
    });

    const list = {
      tags,
      summary: 'List your payouts',
      querystring: PageQuery,
      response: { 200: PayoutPage },
    };
    app.get('/api/v1/seller/payouts', { schema: list, config }, async (request) => {
      const { limit, cursor } = request.query;
      const { accountId } = callerOf(request);
      const rows = await selectPayouts(db, { accountId, limit, before: idFromCursor(cursor, 'payout') });
      return { payouts: rows.slice(0, limit).map(viewOfPayout), next_cursor: cursorAfter(rows, limit) };
    });

    const ask = {
      tags,
      summary: 'Request a payout',
      description:
        'Sets available credits aside until an administrator has paid or rejected the payout. Rejected ones return to your earnings.',
      body: PayoutRequest,
      response: { 201: PayoutView, ...errors() },
    };
    app.post('/api/v1/seller/payouts', { schema: ask, config: once }, async (request, reply) => {
      const { accountId } = callerOf(request);
      const { amount_credits: credits } = request.body;
      return idempotency.answerInTransaction(request, reply, async (tx) => {
        const row = await requestPayout({ ...deps, tx }, { accountId, credits, by: actorOf(request) });
        return { status: 201, body: viewOfPayout(row) };
      });
    });
  };
}
