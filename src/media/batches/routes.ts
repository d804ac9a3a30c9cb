import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, callerOf, errors, PageQuery } from '../../http/index.ts';
import {
  type BatchState,
  cancelBatch,
  describeJob,
  readBatch,
  readBatchPage,
} from '../../work/jobs/index.ts';
import { type EnqueueDeps, enqueueRoute } from './enqueue-route.ts';
import { BatchPage, BatchParams, batchView, summaryOf } from './schemas.ts';

const ROUTE = '/api/v1/generate/batch';

const tags = ['Generate'];
const bearer = { auth: 'bearer', permission: 'generate:read' } as const;

export function batchRoutes(deps: EnqueueDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.addContentTypeParser('application/x-ndjson', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    enqueueRoute(app, deps);
    readRoute(app, deps);
    cancelRoute(app, deps);
    listRoute(app, deps);
  };
}

function oneSchema({ kinds }: EnqueueDeps) {
  return {
    tags,
    summary: 'Get a batch',
    params: BatchParams,
    response: { 200: batchView(kinds.schema), ...errors(404) },
  };
}

function readRoute(app: App, deps: EnqueueDeps): void {
  app.get(`${ROUTE}/:id`, { schema: oneSchema(deps), config: bearer }, async (request) =>
    viewOf(deps, await readBatch(deps.db, callerOf(request).accountId, request.params.id)),
  );
}

function cancelRoute(app: App, deps: EnqueueDeps): void {
  // A session may do this as well, because the console's own key cannot change the account.
  const managing = { auth: 'bearer-or-session', permission: 'generate:manage' } as const;
  const schema = {
    ...oneSchema(deps),
    summary: 'Cancel a batch',
    description:
      'Cancels the jobs that have not started and releases their credits. Jobs in progress go on. Returns the batch.',
  };
  app.delete(`${ROUTE}/:id`, { schema, config: managing }, async (request) =>
    viewOf(deps, await cancelBatch(deps, callerOf(request).accountId, request.params.id)),
  );
}

function listRoute(app: App, deps: EnqueueDeps): void {
  const schema = {
    tags,
    summary: 'List batches',
    description: 'Newest first.',
    querystring: PageQuery,
    response: { 200: BatchPage },
  };
  app.get('/api/v1/batches', { schema, config: bearer }, async (request) => {
    const { batches, nextCursor } = await readBatchPage(deps.db, callerOf(request).accountId, request.query);
    const views = batches.map((batch) => ({ ...summaryOf(batch), poll: `${ROUTE}/${batch.id}` }));
    return { batches: views, next_cursor: nextCursor };
  });
}

function viewOf(deps: EnqueueDeps, batch: BatchState) {
  return { ...summaryOf(batch), jobs: batch.jobs.map((job) => describeJob(deps, job)) };
}
