import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, errors } from '../../http/index.ts';
import type { ObjectDeps } from '../../platform/storage/index.ts';
import {
  type JobKinds,
  type OutputDeps,
  openJobInput,
  openVoiceAdaptation,
  putJobOutput,
} from '../jobs/index.ts';
import { checkpointFileRoutes } from './checkpoint-file-routes.ts';
import { JOB_PATH, JobParams, LeaseHeaders, leaseOf, OutputName, Token } from './schemas.ts';

const InputParams = Type.Object({
  id: Type.String({ maxLength: 100 }),
  name: Type.String({ maxLength: 40 }),
});
const InputHeaders = Type.Object({
  'x-lease-token': Token,
  'if-none-match': Type.Optional(Type.String({ maxLength: 200 })),
});
const OutputParams = Type.Object({ id: Type.String({ maxLength: 100 }), name: OutputName });

type Deps = ObjectDeps & OutputDeps & { kinds: JobKinds };

const config = { auth: 'worker', bucket: 'none' } as const;
const tags = ['Workers'];

/** Inputs and outputs of jobs, as raw bodies. */
export function fileRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.removeAllContentTypeParsers();
    // Streams the body to storage instead of buffering it.
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    inputRoute(app, deps);
    adaptationRoute(app, deps);
    outputRoute(app, deps);
    await app.register(checkpointFileRoutes(deps));
  };
}

function inputRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Download an input of a job',
    params: InputParams,
    description:
      'The ETag identifies the content. A worker that keeps the file, such as the voice of a `speak` job, sends it as `If-None-Match`.',
    headers: InputHeaders,
    response: {
      200: {
        description: 'The file.',
        content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
      },
      304: { type: 'null', description: 'The worker has this file.' },
      ...errors(404, 409),
    },
  };
  app.get('/api/internal/workers/jobs/:id/inputs/:name', { schema, config }, async (request, reply) => {
    const { body, bytes, contentType, etag } = await openJobInput(
      deps,
      leaseOf(request),
      request.params.name,
    );
    reply.header('etag', etag);
    if (request.headers['if-none-match'] === etag) {
      body.destroy();
      return reply.code(304).send();
    }
    return reply.headers({ 'content-type': contentType, 'content-length': bytes }).send(body);
  });
}

function adaptationRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Download what a voice speaks through',
    description:
      'For workers with the speech engine of this server. `key` is the `adaptationKey` of a voice in the request of the job.',
    params: JobParams,
    querystring: Type.Object({ key: Type.String({ maxLength: 200 }) }),
    headers: LeaseHeaders,
    response: {
      200: {
        description: 'The adaptation of the decoder to the voice.',
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      ...errors(404, 409),
    },
  };
  app.get(`${JOB_PATH}/adaptation`, { schema, config }, async (request, reply) => {
    const { body, bytes, contentType } = await openVoiceAdaptation(deps, leaseOf(request), request.query.key);
    return reply.headers({ 'content-type': contentType, 'content-length': bytes }).send(body);
  });
}

function outputRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Upload an output of a job',
    description:
      'Only outputs, content types and sizes that the kind of the job allows. Invisible until the job is completed ' +
      'under the same lease.',
    params: OutputParams,
    headers: LeaseHeaders,
    response: { 204: { type: 'null', description: 'Stored.' }, ...errors(400, 409, 503) },
  };
  app.put('/api/internal/workers/jobs/:id/outputs/:name', { schema, config }, async (request, reply) => {
    const { name } = request.params;
    const contentType = request.headers['content-type'] ?? 'application/octet-stream';
    await putJobOutput(deps, leaseOf(request), { name, contentType }, request.raw);
    return reply.code(204).send();
  });
}
