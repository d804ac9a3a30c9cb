import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, callerOf, errors, type Idempotency, PageQuery } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { changeRun, forgetRun, listRuns, MAX_RUNS, readRun, saveRun } from './manage-runs.ts';
import { ChangeRunBody, RunPage, RunParams, RunView, SaveRunBody, viewOf, WholeRunView } from './schemas.ts';

export type RunRoutesDeps = {
  db: Db;
  clock: Clock;
  idempotency: Pick<Idempotency, 'answerInTransaction'>;
};

const config = { auth: 'bearer-or-session', permission: 'runs:read', bucket: 'general' } as const;
const managing = { ...config, permission: 'runs:manage' } as const;
const tags = ['History'];
const params = RunParams;
const bodyLimit = 100_000;

export function runRoutes(deps: RunRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    saveRoute(app, deps);
    listRoute(app, deps);
    readRoute(app, deps);
    changeRoute(app, deps);
    deleteRoute(app, deps);
  };
}

function saveRoute(app: App, deps: RunRoutesDeps): void {
  const schema = {
    tags,
    summary: 'Save a run',
    description: `Keeps a request under a name, to be run again on any device of the account. Nothing is run. The body is at most 100 kB, and an account has at most ${MAX_RUNS}; beyond that the response is 409 \`run_limit\`.`,
    body: SaveRunBody,
    response: { 201: RunView, ...errors(409) },
  };
  app.post(
    '/api/runs',
    { schema, config: { ...managing, idempotent: true }, bodyLimit },
    async (request, reply) =>
      deps.idempotency.answerInTransaction(request, reply, async (tx) => {
        const run = await saveRun({ ...deps, tx }, callerOf(request).accountId, request.body);
        return { status: 201, body: viewOf(run) };
      }),
  );
}

function listRoute(app: App, deps: RunRoutesDeps): void {
  const schema = {
    tags,
    summary: 'List saved runs',
    description: 'Newest first, without their requests.',
    querystring: PageQuery,
    response: { 200: RunPage },
  };
  app.get('/api/runs', { schema, config }, async (request) => {
    const { runs, nextCursor } = await listRuns(deps, callerOf(request).accountId, request.query);
    return { runs: runs.map(viewOf), next_cursor: nextCursor };
  });
}

function readRoute(app: App, deps: RunRoutesDeps): void {
  const schema = {
    tags,
    summary: 'Get a saved run with its request',
    params,
    response: { 200: WholeRunView, ...errors(404) },
  };
  app.get('/api/runs/:id', { schema, config }, async (request) => {
    const run = await readRun(deps, callerOf(request).accountId, request.params.id);
    return { ...viewOf(run), request: run.request };
  });
}

function changeRoute(app: App, deps: RunRoutesDeps): void {
  const schema = {
    tags,
    summary: 'Change a saved run',
    description: 'Changes only the fields that are sent.',
    params,
    body: ChangeRunBody,
    response: { 200: RunView, ...errors(404) },
  };
  app.patch('/api/runs/:id', { schema, config: managing, bodyLimit }, async (request) =>
    viewOf(await changeRun(deps, callerOf(request).accountId, request.params.id, request.body)),
  );
}

function deleteRoute(app: App, deps: RunRoutesDeps): void {
  const schema = {
    tags,
    summary: 'Delete a saved run',
    params,
    response: { 204: { type: 'null', description: 'Deleted.' }, ...errors(404) },
  };
  app.delete('/api/runs/:id', { schema, config: managing }, async (request, reply) => {
    await forgetRun(deps, callerOf(request).accountId, request.params.id);
    return reply.code(204).send();
  });
}
