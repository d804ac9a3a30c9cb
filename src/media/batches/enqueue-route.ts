import {
  type App,
  addressOf,
  type ConcurrencyLimit,
  callerOf,
  clientGone,
  errors,
  type Idempotency,
} from '../../http/index.ts';
import { type BatchDeps, enqueueBatch } from './enqueue-batch.ts';
import { BatchDryRun, BatchQuery, BatchQueued, type BatchRequest, BatchRequestSchema } from './schemas.ts';

const ROUTE = '/api/v1/generate/batch';

export type EnqueueDeps = BatchDeps & { idempotency: Idempotency; uploads: ConcurrencyLimit };

const tags = ['Generate'];

export function enqueueRoute(app: App, deps: EnqueueDeps): void {
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
