import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { cursorAfter, errors, idFromCursor, NextCursor, PageQuery } from '../../http/index.ts';
import { decidePayout, type PayoutRow, selectEarningsOf, selectPayouts } from '../../money/ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { actorOf } from '../../tenancy/audit-log/index.ts';
import { ListingParams } from './schemas.ts';
import { PayoutStatusSchema, PayoutView, ReasonBody, viewOfPayout } from './seller-schemas.ts';

const config = { auth: 'admin' } as const;
const tags = ['Administration'];
const AdminPayout = Type.Composite([
  PayoutView,
  Type.Object({
    account_id: Type.String(),
    earned_credits: Type.Integer({ description: 'By the seller so far.' }),
    free_plan_credits: Type.Integer({
      description:
        'The part of `earned_credits` that came from the monthly credits of free plans. A large part may be the seller’s own accounts.',
    }),
  }),
]);

export function payoutAdminRoutes(deps: { db: Db; clock: Clock }): FastifyPluginAsyncTypebox {
  const { db } = deps;
  const viewsOf = async (rows: readonly PayoutRow[]) => {
    const accountIds = rows.map((row) => row.account_id);
    const earnings = new Map((await selectEarningsOf(db, accountIds)).map((one) => [one.account_id, one]));
    return rows.map((row) => {
      const { earned_credits = 0, free_plan_credits = 0 } = earnings.get(row.account_id) ?? {};
      return { ...viewOfPayout(row), account_id: row.account_id, earned_credits, free_plan_credits };
    });
  };
  const viewOne = async (row: PayoutRow) => {
    const [view] = await viewsOf([row]);
    if (!view) throw new Error('a payout has no view');
    return view;
  };

  return async (app) => {
    const list = {
      tags,
      summary: 'List payouts of all accounts',
      querystring: Type.Composite([PageQuery, Type.Object({ status: Type.Optional(PayoutStatusSchema) })]),
      response: {
        200: Type.Object({ payouts: Type.Array(AdminPayout), next_cursor: NextCursor }),
        ...errors(403),
      },
    };
    app.get('/api/admin/payouts', { schema: list, config }, async (request) => {
      const { limit, cursor, status } = request.query;
      const rows = await selectPayouts(db, { status, limit, before: idFromCursor(cursor, 'payout') });
      return { payouts: await viewsOf(rows.slice(0, limit)), next_cursor: cursorAfter(rows, limit) };
    });

    const one = { tags, params: ListingParams, response: { 200: AdminPayout, ...errors(403, 404) } };
    const approve = {
      ...one,
      summary: 'Mark a payout as paid',
      description:
        'Refused with 409 `payout_unfunded` when it exceeds what money has paid for, unless `include_free_plan=true`.',
      querystring: Type.Object({ include_free_plan: Type.Boolean({ default: false }) }),
      response: { ...one.response, ...errors(409) },
    };
    app.post('/api/admin/payouts/:id/approve', { schema: approve, config }, async (request) => {
      const { include_free_plan: unfundedToo } = request.query;
      const payout = { id: request.params.id, by: actorOf(request) };
      return viewOne(await decidePayout(deps, { ...payout, status: 'paid', unfundedToo }));
    });
    const reject = { ...one, summary: 'Reject a payout', body: ReasonBody };
    app.post('/api/admin/payouts/:id/reject', { schema: reject, config }, async (request) => {
      const { reason } = request.body;
      const payout = { id: request.params.id, by: actorOf(request) };
      return viewOne(await decidePayout(deps, { ...payout, status: 'rejected', reason }));
    });
  };
}
