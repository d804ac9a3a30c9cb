import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf, errors } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { listAllAuditEvents, listAuditEvents } from './list-audit-events.ts';
import { AdminAuditPage, AdminAuditQuery, AuditPage, AuditQuery } from './schemas.ts';

export function auditLogRoutes(deps: { db: Db }): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/account/audit-log',
      {
        schema: {
          tags: ['Account'],
          summary: 'List security events of the account',
          description:
            'Sign-ins, keys, factors, addresses, payouts, plans and what administrators did, newest first. The log only grows.',
          querystring: AuditQuery,
          response: { 200: AuditPage },
        },
        config: { auth: 'session', bucket: 'general' },
      },
      (request) => listAuditEvents(deps, callerOf(request).accountId, request.query),
    );

    app.get(
      '/api/admin/audit-log',
      {
        schema: {
          tags: ['Administration'],
          summary: 'List audit events of all accounts',
          description: 'Newest first. `./run verify-audit-log` shows that nothing was changed or removed.',
          querystring: AdminAuditQuery,
          response: { 200: AdminAuditPage, ...errors(403) },
        },
        config: { auth: 'admin' },
      },
      (request) => listAllAuditEvents(deps, request.query),
    );
  };
}
