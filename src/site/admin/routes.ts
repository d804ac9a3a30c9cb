import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, callerOf, errors, type Idempotency, NextCursor, PageQuery } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { IsAdmin } from '../../tenancy/administrators/index.ts';
import { actorOf } from '../../tenancy/audit-log/index.ts';
import { listWorkers } from '../../work/workers/index.ts';
import { CreditsBody, PlanBody, UserView } from './schemas.ts';
import { changeUserCredits, changeUserPlan, listUsers, readUser } from './users.ts';
import { DeliveriesPage, DeliveriesQuery, listWebhookDeliveries } from './webhook-deliveries.ts';
import { viewOfWorker, WorkerList } from './workers.ts';

const config = { auth: 'admin' } as const;
const tags = ['Administration'];
const params = Type.Object({ id: Type.String() });

type Deps = {
  db: Db;
  clock: Clock;
  idempotency: Idempotency;
  isAdmin: IsAdmin;
};

const response = { 200: UserView, ...errors(403, 404) };

export function adminRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    listUsersRoute(app, deps);
    readUserRoute(app, deps);
    changePlanRoute(app, deps);
    adjustCreditsRoute(app, deps);
    listDeliveriesRoute(app, deps);
    listWorkersRoute(app, deps);
  };
}

function listUsersRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'List accounts',
    querystring: Type.Intersect([
      PageQuery,
      Type.Object({ query: Type.Optional(Type.String({ maxLength: 200 })) }),
    ]),
    response: {
      200: Type.Object({ users: Type.Array(UserView), next_cursor: NextCursor }),
      ...errors(403),
    },
  };
  app.get('/api/admin/users', { schema, config }, (request) => listUsers(deps, request.query));
}

function readUserRoute(app: App, deps: Deps): void {
  const schema = { tags, summary: 'Get an account', params, response };
  app.get('/api/admin/users/:id', { schema, config }, (request) => readUser(deps, request.params.id));
}

function changePlanRoute(app: App, deps: Deps): void {
  const patch = { tags, summary: 'Change an account’s plan', params, body: PlanBody };
  app.patch('/api/admin/users/:id', { schema: { ...patch, response }, config }, (request) =>
    changeUserPlan(deps, actorOf(request), request.params.id, request.body.plan),
  );
}

function adjustCreditsRoute(app: App, deps: Deps): void {
  const credits = { tags, summary: 'Adjust an account’s credits', params, body: CreditsBody };
  app.post(
    '/api/admin/users/:id/credits',
    { schema: { ...credits, response }, config: { ...config, idempotent: true } },
    async (request, reply) => {
      const by = { by: actorOf(request), admin: callerOf(request).email };
      return deps.idempotency.answerOnce(request, reply, (keeper) =>
        changeUserCredits(deps, by, request.params.id, request.body, keeper),
      );
    },
  );
}

function listDeliveriesRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'List webhook deliveries of all accounts',
    querystring: DeliveriesQuery,
    response: { 200: DeliveriesPage, ...errors(403) },
  };
  app.get('/api/admin/webhook-deliveries', { schema, config }, (request) =>
    listWebhookDeliveries(deps, request.query),
  );
}

function listWorkersRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'List workers, most recently seen first',
    response: { 200: WorkerList },
  };
  app.get('/api/admin/workers', { schema, config }, async () => ({
    workers: (await listWorkers(deps)).map(viewOfWorker),
  }));
}
