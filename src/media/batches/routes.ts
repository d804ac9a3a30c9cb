import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf, clientGone, errors, type Idempotency } from '../../http/index.ts';
import { describeJob, readBatch } from '../../work/jobs/index.ts';
import { type BatchDeps, enqueueBatch } from './enqueue-batch.ts';
import {
  BatchParams,
  BatchQuery,
  BatchQueued,
  BatchRehearsal,
  type BatchRequest,
  BatchRequestSchema,
  BatchView,
} from './schemas.ts';

export function batchRoutes(deps: BatchDeps & { idempotency: Idempotency }): FastifyPluginAsyncTypebox {
  return async (app) => {
    const tags = ['Generate'];
    app.addContentTypeParser('application/x-ndjson', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );

    const schema = {
      tags,
      summary: 'Many films at once',
      description:
        'Paid plans; 1.5 MB, and files at addresses as large together as ten uploads of the plan. All lines become jobs, or none does and the answer names every bad one. Everything is reserved at once; no routing credits are taken. `dry_run` answers 200 with a verdict on every line. For a body of `application/x-ndjson`, `dry_run` and `webhook_url` stand in the query.',
      consumes: ['application/json', 'application/x-ndjson'],
      querystring: BatchQuery,
      body: {
        content: {
          'application/json': { schema: BatchRequestSchema },
          'application/x-ndjson': { schema: { type: 'string' } },
        },
      },
      response: { 200: BatchRehearsal, 202: BatchQueued, ...errors(402, 403, 404, 409, 503) },
    };
    const config = { auth: 'bearer', bucket: 'generate' } as const;
    app.post<{ Querystring: BatchQuery; Body: BatchRequest | string | undefined }>(
      '/api/v1/generate/batch',
      { schema, config },
      (request, reply) =>
        deps.idempotency.answerOnce(request, reply, (receipt) => {
          const delivery = { requestId: request.id, signal: clientGone(reply), receipt };
          return enqueueBatch(deps, callerOf(request), requestFrom(request), delivery);
        }),
    );

    const oneSchema = {
      tags,
      summary: 'How far a batch is',
      params: BatchParams,
      response: { 200: BatchView, ...errors(404) },
    };
    app.get(
      '/api/v1/generate/batch/:id',
      { schema: oneSchema, config: { auth: 'bearer' } },
      async (request) => {
        const batch = await readBatch(deps.db, callerOf(request).accountId, request.params.id);
        const status = batch.finished ? ('COMPLETED' as const) : ('pending' as const);
        const jobs = batch.jobs.map((job) => describeJob(job, deps.outputUrl));
        return { id: batch.id, status, metrics: batch.metrics, jobs };
      },
    );
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
