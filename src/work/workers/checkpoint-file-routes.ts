import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, errors } from '../../http/index.ts';
import type { ObjectDeps } from '../../platform/storage/index.ts';
import { type JobKinds, type OutputDeps, openCheckpointFile, putCheckpointFile } from '../jobs/index.ts';
import { JobParams, LeaseHeaders, leaseOf, OutputName } from './schemas.ts';

const OutputParams = Type.Object({ id: Type.String({ maxLength: 100 }), name: OutputName });

const config = { auth: 'worker', bucket: 'none' } as const;

const tags = ['Workers'];

type CheckpointDeps = ObjectDeps & OutputDeps & { kinds: JobKinds };

export function checkpointFileRoutes(deps: CheckpointDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    putCheckpointFileRoute(app, deps);
    checkpointFileRoute(app, deps);
  };
}

function putCheckpointFileRoute(app: App, deps: CheckpointDeps): void {
  const schema = {
    tags,
    summary: 'Upload the file of a checkpoint',
    description:
      'For kinds whose checkpoints have files. Name it in the checkpoint that you save next. Use each name once.',
    params: OutputParams,
    headers: LeaseHeaders,
    response: { 204: { type: 'null', description: 'Stored.' }, ...errors(400, 409, 503) },
  };
  app.put(
    '/api/internal/workers/jobs/:id/checkpoint-files/:name',
    { schema, config },
    async (request, reply) => {
      const { name } = request.params;
      await putCheckpointFile(deps, leaseOf(request), name, request.raw);
      return reply.code(204).send();
    },
  );
}

function checkpointFileRoute(app: App, deps: CheckpointDeps): void {
  const schema = {
    tags,
    summary: 'Download the file of the checkpoint',
    params: JobParams,
    headers: LeaseHeaders,
    response: {
      200: {
        description: 'The file.',
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      ...errors(404, 409),
    },
  };
  app.get('/api/internal/workers/jobs/:id/checkpoint-file', { schema, config }, async (request, reply) => {
    const { body, bytes, contentType } = await openCheckpointFile(deps, leaseOf(request));
    return reply.headers({ 'content-type': contentType, 'content-length': bytes }).send(body);
  });
}
