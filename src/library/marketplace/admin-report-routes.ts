import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import {
  type App,
  cursorAfter,
  errors,
  idFromCursor,
  isUuid,
  NextCursor,
  PageQuery,
} from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { actorOf, recordAuditEvent } from '../../tenancy/audit-log/index.ts';
import { ReportNotFound } from './errors.ts';
import { LISTING_STATUSES } from './listing.ts';
import { closeReport, REPORT_STATUSES, type ReportedRow, selectReports } from './queries/reports.ts';
import { ListingParams } from './schemas.ts';

type Deps = { db: Db; clock: Clock };

const config = { auth: 'admin' } as const;
const tags = ['Administration'];
const Time = Type.String({ format: 'date-time' });

const AdminReport = Type.Object({
  id: Type.String(),
  listing_id: Type.String(),
  listing_title: Type.String(),
  listing_status: Type.Union(LISTING_STATUSES.map((status) => Type.Literal(status))),
  account_id: Type.String(),
  reason: Type.String(),
  details: Type.Union([Type.String(), Type.Null()]),
  created_at: Time,
  closed_at: Type.Union([Time, Type.Null()], { description: 'Null: nobody has dealt with it.' }),
});

/** Administrators read here what customers reported about listings. */
export function reportAdminRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    listRoute(app, deps);
    closeRoute(app, deps);
  };
}

function listRoute(app: App, { db }: Deps): void {
  const schema = {
    tags,
    summary: 'List reports about listings',
    querystring: Type.Composite([
      PageQuery,
      Type.Object({ status: Type.Optional(Type.Union(REPORT_STATUSES.map((one) => Type.Literal(one)))) }),
    ]),
    response: {
      200: Type.Object({ reports: Type.Array(AdminReport), next_cursor: NextCursor }),
      ...errors(403),
    },
  };
  app.get('/api/admin/listing-reports', { schema, config }, async (request) => {
    const { limit, cursor, status } = request.query;
    const rows = await selectReports(db, { status, limit, before: idFromCursor(cursor) });
    return { reports: rows.slice(0, limit).map(viewOf), next_cursor: cursorAfter(rows, limit) };
  });
}

function closeRoute(app: App, { db, clock }: Deps): void {
  const schema = {
    tags,
    summary: 'Close a report',
    description:
      'When it has been dealt with. Taking down its listing closes it too; reporting again opens it. Repeating it changes nothing.',
    params: ListingParams,
    response: { 200: AdminReport, ...errors(403, 404) },
  };
  app.post('/api/admin/listing-reports/:id/close', { schema, config }, async (request) => {
    const { id } = request.params;
    const by = actorOf(request);
    return db.transaction().execute(async (tx) => {
      const row = isUuid(id) ? await closeReport(tx, id, clock.now()) : undefined;
      if (!row) throw new ReportNotFound();
      const after = { listing_id: row.listing_id, reason: row.reason };
      const report = { accountId: null, event: 'report.closed', subject: id, after } as const;
      await recordAuditEvent({ tx, clock }, { ...report, by });
      return viewOf(row);
    });
  });
}

function viewOf({ created_at, closed_at, ...report }: ReportedRow) {
  return {
    ...report,
    created_at: created_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
  };
}
