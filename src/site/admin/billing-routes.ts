import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { errors, TimeRangeQuery } from '../../http/index.ts';
import { reportRevenue } from '../../money/invoices/index.ts';
import { AdminEntriesPage, adminViewOf, EntriesQuery, listEntries } from '../../money/statements/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { requireAccount } from './users.ts';

const config = { auth: 'admin' } as const;
const tags = ['Administration'];

const figures = {
  payments: Type.Integer(),
  gross_cents: Type.Integer({ description: 'In US cents, taxes included.' }),
  tax_cents: Type.Integer(),
  refunded_cents: Type.Integer({ description: 'Below zero when disputes were won.' }),
};

const RevenueView = Type.Object({
  from: Type.String(),
  to: Type.String(),
  total: Type.Object(figures),
  revenue: Type.Array(
    Type.Object({
      day: Type.String({ description: 'In UTC.' }),
      plan: Type.String({ description: 'The plan that was paid for, or `top_up`.' }),
      ...figures,
    }),
  ),
});

export function billingAdminRoutes(deps: { db: Db; clock: Clock }): FastifyPluginAsyncTypebox {
  return async (app) => {
    const ledger = {
      tags,
      summary: 'Read the ledger of an account',
      description: 'As the account sees it, with notes and references.',
      params: Type.Object({ id: Type.String() }),
      querystring: EntriesQuery,
      response: { 200: AdminEntriesPage, ...errors(403, 404) },
    };
    app.get('/api/admin/users/:id/ledger', { schema: ledger, config }, async (request) => {
      const { id } = await requireAccount(deps, request.params.id);
      const { rows, nextCursor } = await listEntries(deps, id, request.query);
      return { entries: rows.map(adminViewOf), next_cursor: nextCursor };
    });

    const revenue = {
      tags,
      summary: 'Report revenue by day and plan',
      description: 'Refunds count on the day they were made.',
      querystring: TimeRangeQuery,
      response: { 200: RevenueView, ...errors(403) },
    };
    app.get('/api/admin/revenue', { schema: revenue, config }, async (request) =>
      reportRevenue(deps, request.query),
    );
  };
}
