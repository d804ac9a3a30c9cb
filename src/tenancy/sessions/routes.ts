import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, callerOf, errors } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { actorOf } from '../audit-log/index.ts';
import { listSessions, revokeOtherSessions, revokeSession } from './sessions.ts';

const Time = Type.String({ format: 'date-time' });

const SessionView = Type.Object({
  id: Type.String({ format: 'uuid' }),
  current: Type.Boolean({ description: 'True for the session that made this request.' }),
  address: Type.Union([Type.String(), Type.Null()], {
    description: 'IPv4 address or IPv6 /64 that the session was opened from.',
  }),
  user_agent: Type.Union([Type.String(), Type.Null()]),
  created_at: Time,
  last_seen_at: Type.String({ format: 'date-time', description: 'Accurate to the hour.' }),
  expires_at: Time,
});

const config = { auth: 'session', bucket: 'general' } as const;
const tags = ['Account'];

export function sessionRoutes(deps: { db: Db; clock: Clock }): FastifyPluginAsyncTypebox {
  return async (app) => {
    listRoute(app, deps);
    revokeOthersRoute(app, deps);
    revokeRoute(app, deps);
  };
}

function listRoute(app: App, deps: { db: Db; clock: Clock }): void {
  app.get(
    '/api/sessions',
    {
      schema: {
        tags,
        summary: 'List sessions',
        description: 'Active sessions of the account, newest first.',
        response: { 200: Type.Object({ sessions: Type.Array(SessionView) }) },
      },
      config,
    },
    async (request) => {
      const { accountId, credential } = callerOf(request);
      const sessions = await listSessions(deps, accountId);
      return {
        sessions: sessions.map((session) => ({
          id: session.id,
          current: session.id === credential.id,
          address: session.address,
          user_agent: session.userAgent,
          created_at: session.createdAt.toISOString(),
          last_seen_at: session.lastSeenAt.toISOString(),
          expires_at: session.expiresAt.toISOString(),
        })),
      };
    },
  );
}

function revokeOthersRoute(app: App, deps: { db: Db; clock: Clock }): void {
  app.delete(
    '/api/sessions',
    {
      schema: {
        tags,
        summary: 'Revoke all other sessions',
        description: 'Keeps the session that makes the request.',
        response: { 200: Type.Object({ revoked: Type.Integer() }) },
      },
      config,
    },
    async (request) => {
      const { accountId, credential } = callerOf(request);
      const keeping = { accountId, sessionId: credential.id, by: actorOf(request) };
      return { revoked: await revokeOtherSessions(deps, keeping) };
    },
  );
}

function revokeRoute(app: App, deps: { db: Db; clock: Clock }): void {
  app.delete(
    '/api/sessions/:id',
    {
      schema: {
        tags,
        summary: 'Revoke a session',
        description: 'Takes effect immediately on every node. Safe to repeat.',
        params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
        response: { 204: { type: 'null', description: 'Revoked.' }, ...errors(404) },
      },
      config,
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      await revokeSession(deps, { accountId, sessionId: request.params.id, by: actorOf(request) });
      return reply.code(204).send();
    },
  );
}
