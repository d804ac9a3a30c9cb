import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, callerOf, errors, PageQuery } from '../../../http/index.ts';
import { answerNewDub, type NewDubDeps } from './answer-new-dub.ts';
import { describeDubbing } from './catalog.ts';
import { deleteDub } from './delete-dub.ts';
import { type EditDeps, editRoutes } from './edit-routes.ts';
import { dubFileRoutes } from './file-routes.ts';
import { lineRoutes } from './line-routes.ts';
import { listDubs, showDub } from './read-dubs.ts';
import { createdDub, DubCatalog, DubPage, DubParams, dubView } from './schemas.ts';
import type { SignDeps } from './signed-speech.ts';
import { DubUpload } from './upload-schema.ts';

export type DubDeps = NewDubDeps & EditDeps & SignDeps;

const tags = ['Dubbing'];

const config = { auth: 'bearer-or-session', permission: 'dubbing:read' } as const;
const params = DubParams;

export function dubRoutes(deps: DubDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    catalogRoute(app, deps);
    createRoute(app, deps);
    listRoute(app, deps);
    readRoute(app, deps);
    deleteRoute(app, deps);
    await app.register(editRoutes(deps));
    await app.register(lineRoutes(deps));
    await app.register(dubFileRoutes(deps));
  };
}

function catalogRoute(app: App, deps: DubDeps): void {
  const schema = {
    tags,
    summary: 'List dubbing languages and limits',
    description: 'What can be dubbed, from and into which languages, and what it costs.',
    response: { 200: DubCatalog },
  };
  app.get('/api/v1/dub', { schema, config: { auth: 'public' } }, async () => describeDubbing(deps));
}

function createRoute(app: App, deps: DubDeps): void {
  const schema = {
    tags,
    summary: 'Dub a film or sound',
    description:
      'Gives a video or a sound back in another language, as a job: it is transcribed (or takes a `script`), translated, spoken in voices like those of the speakers, mixed over the original background, and the lips follow. Costs 5 credits per second that is transcribed, one per character that is spoken and ten per second of picture that is rendered, charged on completion. The dub is a project: GET /api/v1/dub/{id} has its speakers and lines, to be changed and rendered again.',
    consumes: ['multipart/form-data'],
    body: { content: { 'multipart/form-data': { schema: DubUpload } } },
    response: { 202: createdDub(deps.kinds.schema), ...errors(402, 404, 409, 503) },
  };
  // The form is read as it streams in; its schema is for the document.
  const validatorCompiler = () => () => true;
  app.post(
    '/api/v1/dub',
    {
      schema,
      config: { ...config, permission: 'dubbing:use', bucket: 'generate', idempotent: true },
      validatorCompiler,
    },
    async (request, reply) => answerNewDub(deps, request, reply),
  );
}

function listRoute(app: App, deps: DubDeps): void {
  const schema = {
    tags,
    summary: 'List dubs',
    description: 'Newest first.',
    querystring: PageQuery,
    response: { 200: DubPage },
  };
  app.get('/api/v1/dubs', { schema, config }, async (request) =>
    listDubs(deps, callerOf(request).accountId, request.query),
  );
}

function readRoute(app: App, deps: DubDeps): void {
  const schema = {
    tags,
    summary: 'Get a dub',
    params,
    response: { 200: dubView(deps.kinds.schema), ...errors(404) },
  };
  app.get('/api/v1/dub/:id', { schema, config }, async (request) =>
    showDub(deps, callerOf(request).accountId, request.params.id),
  );
}

function deleteRoute(app: App, deps: DubDeps): void {
  const schema = {
    tags,
    summary: 'Delete a dub',
    description:
      'Cancels a render that is running, and deletes the speech. The upload is deleted with the last dub of it. Outputs of its jobs stay until they expire.',
    params,
    response: { 204: { type: 'null', description: 'Deleted.' }, ...errors(404) },
  };
  app.delete(
    '/api/v1/dub/:id',
    { schema, config: { ...config, permission: 'dubbing:manage' } },
    async (request, reply) => {
      await deleteDub(deps, callerOf(request).accountId, request.params.id);
      return reply.code(204).send();
    },
  );
}
