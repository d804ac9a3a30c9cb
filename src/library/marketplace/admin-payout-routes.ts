import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, cursorAfter, errors, idFromCursor, NextCursor, PageQuery } from '../../http/index.ts';
import {
  decidePayout,
  type EarningsDeps,
  earningsOfAll,
  type PayoutRow,
  selectPayouts,
} from '../../money/ledger/index.ts';
import { actorOf } from '../../tenancy/audit-log/index.ts';
import { ListingParams } from './schemas.ts';
import { PayoutStatusSchema, PayoutView, ReasonBody, viewOfPayout } from './seller-schemas.ts';
import { requireVerified } from './verify-seller.ts';

const config = { auth: 'admin' } as const;
const tags = ['Administration'];
const AdminPayout = Type.Composite([
  PayoutView,
  Type.Object({
    account_id: Type.String(),
    earned_credits: Type.Integer({ description: 'By the seller so far.' }),
    reversed_credits: Type.Integer({ description: 'Of sales whose payment was refunded or disputed.' }),
    pending_credits: Type.Integer({ description: 'Too young to be paid out.' }),
    available_credits: Type.Integer({
      description:
        'What the seller could still request beside this payout. Below zero: the payout is not covered.',
    }),
    free_plan_credits: Type.Integer({
      description:
        'The part of `earned_credits` that came from the monthly credits of free plans. A large part may be the seller’s own accounts.',
    }),
  }),
]);

const one = { tags, params: ListingParams, response: { 200: AdminPayout, ...errors(403, 404) } };

export function payoutAdminRoutes(deps: EarningsDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    listRoute(app, deps);
    approveRoute(app, deps);
    rejectRoute(app, deps);
  };
}

function listRoute(app: App, deps: EarningsDeps): void {
  const { db } = deps;
  const schema = {
    tags,
    summary: 'List payouts of all accounts',
    querystring: Type.Composite([PageQuery, Type.Object({ status: Type.Optional(PayoutStatusSchema) })]),
    response: {
      200: Type.Object({ payouts: Type.Array(AdminPayout), next_cursor: NextCursor }),
      ...errors(403),
    },
  };
  app.get('/api/admin/payouts', { schema, config }, async (request) => {
    const { limit, cursor, status } = request.query;
    const rows = await selectPayouts(db, { status, limit, before: idFromCursor(cursor, 'payout') });
    return { payouts: await viewsOf(deps, rows.slice(0, limit)), next_cursor: cursorAfter(rows, limit) };
  });
}

function approveRoute(app: App, deps: EarningsDeps): void {
  const schema = {
    ...one,
    summary: 'Mark a payout as paid',
    description:
      'Refused with 409 `payout_not_covered` when sales were reversed since the request, with 409 `seller_not_verified` when the identity of the seller is not verified, and with 409 `payout_unfunded` when it exceeds what money has paid for, unless `include_free_plan=true`.',
    querystring: Type.Object({ include_free_plan: Type.Boolean({ default: false }) }),
    response: { ...one.response, ...errors(409) },
  };
  app.post('/api/admin/payouts/:id/approve', { schema, config }, async (request) => {
    const { include_free_plan: unfundedToo } = request.query;
    const decision = { id: request.params.id, by: actorOf(request), lookAgain: requireVerified };
    return viewOne(deps, await decidePayout(deps, { ...decision, status: 'paid', unfundedToo }));
  });
}

function rejectRoute(app: App, deps: EarningsDeps): void {
  const schema = { ...one, summary: 'Reject a payout', body: ReasonBody };
  app.post('/api/admin/payouts/:id/reject', { schema, config }, async (request) => {
    const { reason } = request.body;
    const payout = { id: request.params.id, by: actorOf(request) };
    return viewOne(deps, await decidePayout(deps, { ...payout, status: 'rejected', reason }));
  });
}

async function viewsOf(deps: EarningsDeps, rows: readonly PayoutRow[]) {
  const earnings = await earningsOfAll(
    deps,
    rows.map((row) => row.account_id),
  );
  return rows.map((row) => {
    const totals = earnings.get(row.account_id);
    return {
      ...viewOfPayout(row),
      account_id: row.account_id,
      earned_credits: totals?.earned ?? 0,
      reversed_credits: totals?.reversed ?? 0,
      pending_credits: totals?.pending ?? 0,
      available_credits: totals?.available ?? 0,
      free_plan_credits: totals?.unfunded ?? 0,
    };
  });
}

async function viewOne(deps: EarningsDeps, row: PayoutRow) {
  const [view] = await viewsOf(deps, [row]);
  if (!view) throw new Error('a payout has no view');
  return view;
}
