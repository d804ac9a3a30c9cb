import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  addressOf,
  type ConcurrencyLimit,
  callerOf,
  clientGone,
  errors,
  type Idempotency,
  PageQuery,
} from '../../http/index.ts';
import {
  type BatchState,
  cancelBatch,
  describeJob,
  readBatch,
  readBatchPage,
} from '../../work/jobs/index.ts';
import { type BatchDeps, enqueueBatch } from './enqueue-batch.ts';
import {
  BatchDryRun,
  BatchPage,
  BatchParams,
  BatchQuery,
  BatchQueued,
  type BatchRequest,
  BatchRequestSchema,
  batchView,
  summaryOf,
} from './schemas.ts';

const ROUTE = '/api/v1/generate/batch';

export function batchRoutes(
  deps: BatchDeps & { idempotency: Idempotency; uploads: ConcurrencyLimit },
): FastifyPluginAsyncTypebox {
  return async (app) => {
    const tags = ['Generate'];
    app.addContentTypeParser('application/x-ndjson', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );

    const schema = {
      tags,
      summary: 'Render many videos',
      description:
        'Paid plans only. The body is at most 1.5 MB, and the files it links to are together at most ten times the upload size of your plan. Either every line becomes a job, or none does and the error names every bad line. Credits are reserved for the whole batch; no routing credits are used. With `dry_run` the response is 200 with a verdict for every line. With a body of `application/x-ndjson`, send `dry_run` and `webhook_url` in the query.',
      consumes: ['application/json', 'application/x-ndjson'],
      querystring: BatchQuery,
      body: {
        content: {
          'application/json': { schema: BatchRequestSchema },
          'application/x-ndjson': { schema: { type: 'string' } },
        },
      },
      response: { 200: BatchDryRun, 202: BatchQueued, ...errors(402, 403, 404, 409, 503) },
    };
    const config = {
      auth: 'bearer',
      permission: 'generate:use',
      bucket: 'generate',
      idempotent: true,
    } as const;
    app.post<{ Querystring: BatchQuery; Body: BatchRequest | string | undefined }>(
      ROUTE,
      { schema, config },
      (request, reply) =>
        deps.idempotency.answerOnce(request, reply, (keeper) => {
          const context = {
            requestId: request.id,
            signal: clientGone(reply),
            keeper,
            address: addressOf(request),
          };
          const caller = callerOf(request);
          return deps.uploads.run(caller.accountId, () =>
            enqueueBatch(deps, caller, requestFrom(request), context),
          );
        }),
    );

    const oneSchema = {
      tags,
      summary: 'Get a batch',
      params: BatchParams,
      response: { 200: batchView(deps.kinds.schema), ...errors(404) },
    };
    const bearer = { auth: 'bearer', permission: 'generate:read' } as const;
    // A session may do this as well, because the console's own key cannot change the account.
    const managing = { auth: 'bearer-or-session', permission: 'generate:manage' } as const;
    const viewOf = (batch: BatchState) => ({
      ...summaryOf(batch),
      jobs: batch.jobs.map((job) => describeJob(deps, job)),
    });
    app.get(`${ROUTE}/:id`, { schema: oneSchema, config: bearer }, async (request) =>
      viewOf(await readBatch(deps.db, callerOf(request).accountId, request.params.id)),
    );

    const cancelSchema = {
      ...oneSchema,
      summary: 'Cancel a batch',
      description:
        'Cancels the jobs that have not started and releases their credits. Jobs in progress go on. Returns the batch.',
    };
    app.delete(`${ROUTE}/:id`, { schema: cancelSchema, config: managing }, async (request) =>
      viewOf(await cancelBatch(deps, callerOf(request).accountId, request.params.id)),
    );

    const listSchema = {
      tags,
      summary: 'List batches',
      description: 'Newest first.',
      querystring: PageQuery,
      response: { 200: BatchPage },
    };
    app.get('/api/v1/batches', { schema: listSchema, config: bearer }, async (request) => {
      const { batches, nextCursor } = await readBatchPage(
        deps.db,
        callerOf(request).accountId,
        request.query,
      );
      const views = batches.map((batch) => ({ ...summaryOf(batch), poll: `${ROUTE}/${batch.id}` }));
      return { batches: views, next_cursor: nextCursor };
    });
  };
}

function requestFrom({
  body,
  query,
}: {
  body: BatchRequest | string | undefined;
  query: BatchQuery;
}): BatchRequest {
  return typeof body === 'string' ? { ...query, jsonl: body } : { ...query, ...body };
}
