import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  type App,
  callerOf,
  errors,
  ownerOf,
  PageQuery,
  SignedQuery,
  sendObject,
  type UrlSigner,
} from '../../http/index.ts';
import type { History } from './history.ts';
import { GenerationPage, GenerationParams, GenerationView, viewOf } from './schemas.ts';

const binary = { schema: { type: 'string', format: 'binary' } };
/** The stems of music are an archive. */
const FILE = { 'audio/*': binary, 'application/zip': binary };

type Deps = { history: History; signUrl: UrlSigner };

const config = { auth: 'bearer-or-session', permission: 'history:read' } as const;
const tags = ['History'];
const params = GenerationParams;

export function historyRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    listRoute(app, deps);
    readRoute(app, deps);
    audioRoute(app, deps);
    deleteRoute(app, deps);
  };
}

function listRoute(app: App, { history, signUrl }: Deps): void {
  const schema = {
    tags,
    summary: 'List generations',
    description: 'Newest first. Audio is kept for 30 days, entries until you delete them.',
    querystring: PageQuery,
    response: { 200: GenerationPage },
  };
  app.get('/api/v1/history', { schema, config }, async (request) => {
    const { accountId } = callerOf(request);
    const { generations, nextCursor } = await history.list(accountId, request.query);
    const views = generations.map((one) => viewOf(one, (path) => signUrl(path, accountId)));
    return { generations: views, next_cursor: nextCursor };
  });
}

function readRoute(app: App, { history, signUrl }: Deps): void {
  const schema = {
    tags,
    summary: 'Get a generation',
    params,
    response: { 200: GenerationView, ...errors(404) },
  };
  app.get('/api/v1/history/:id', { schema, config }, async (request) => {
    const { accountId } = callerOf(request);
    return viewOf(await history.find(accountId, request.params.id), (path) => signUrl(path, accountId));
  });
}

function audioRoute(app: App, { history }: Deps): void {
  const schema = {
    tags,
    summary: 'Download the audio of a generation',
    params,
    querystring: SignedQuery,
    response: {
      200: {
        description: 'The audio as it was delivered.',
        content: FILE,
      },
      206: {
        description: 'The requested byte range.',
        content: FILE,
      },
      ...errors(404, 416),
    },
  };
  const open = { auth: 'bearer-session-or-signed-url', permission: 'history:read' } as const;
  app.get('/api/v1/history/:id/audio', { schema, config: open }, async (request, reply) => {
    const accountId = ownerOf(request);
    const { id, format } = await history.find(accountId, request.params.id);
    reply.header('content-disposition', `inline; filename="${id}.${format}"`);
    return sendObject(request, reply, (range) => history.audio(accountId, id, range));
  });
}

function deleteRoute(app: App, { history }: Deps): void {
  const schema = {
    tags,
    summary: 'Delete a generation and its audio',
    params,
    response: { 204: { type: 'null', description: 'Deleted.' }, ...errors(404) },
  };
  app.delete(
    '/api/v1/history/:id',
    { schema, config: { ...config, permission: 'history:manage' } },
    async (request, reply) => {
      await history.remove(callerOf(request).accountId, request.params.id);
      return reply.code(204).send();
    },
  );
}
