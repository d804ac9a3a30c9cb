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
import { type EarningsDeps, requestPayout, selectPayouts } from '../../money/ledger/index.ts';
import { actorOf } from '../../tenancy/audit-log/index.ts';
import { PayoutPage, PayoutRequest, PayoutView, viewOfPayout } from './seller-schemas.ts';

const config = { auth: 'bearer-or-session', permission: 'marketplace:read' } as const;

const once = { ...config, permission: 'marketplace:manage', idempotent: true } as const;

const tags = ['Sellers'];

type PayoutDeps = EarningsDeps & { idempotency: Idempotency };

export function sellerPayoutRoutes(deps: PayoutDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    listPayoutsRoute(app, deps);
    askForPayoutRoute(app, deps);
  };
}

function listPayoutsRoute(app: App, deps: PayoutDeps): void {
  const { db } = deps;
  const schema = {
    tags,
    summary: 'List your payouts',
    querystring: PageQuery,
    response: { 200: PayoutPage },
  };
  app.get('/api/v1/seller/payouts', { schema, config }, async (request) => {
    const { limit, cursor } = request.query;
    const { accountId } = callerOf(request);
    const rows = await selectPayouts(db, { accountId, limit, before: idFromCursor(cursor, 'payout') });
    return { payouts: rows.slice(0, limit).map(viewOfPayout), next_cursor: cursorAfter(rows, limit) };
  });
}

function askForPayoutRoute(app: App, deps: PayoutDeps): void {
  const { idempotency } = deps;
  const schema = {
    tags,
    summary: 'Request a payout',
    description:
      'Sets available credits aside until an administrator has paid or rejected the payout. Rejected ones return to your earnings.',
    body: PayoutRequest,
    response: { 201: PayoutView, ...errors() },
  };
  app.post('/api/v1/seller/payouts', { schema, config: once }, async (request, reply) => {
    const { accountId } = callerOf(request);
    const { amount_credits: credits } = request.body;
    return idempotency.answerInTransaction(request, reply, async (tx) => {
      const row = await requestPayout({ ...deps, tx }, { accountId, credits, by: actorOf(request) });
      return { status: 201, body: viewOfPayout(row) };
    });
  });
}
