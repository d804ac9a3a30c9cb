import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, callerOf, errors, PageQuery, sendObject } from '../../../http/index.ts';
import { type DeleteVoiceDeps, deleteVoice } from '../delete-voice.ts';
import { CloneParams } from '../schemas.ts';
import { answerNewClone, type NewCloneDeps } from './answer-new-clone.ts';
import { listClones, openSample, readClone, renameClone } from './find-clone.ts';
import { ClonePage, CloneUpload, CloneView, CreatedClone, RenameRequest } from './schemas.ts';

export type CloneDeps = NewCloneDeps & DeleteVoiceDeps;

const config = { auth: 'bearer-or-session', permission: 'voices:read' } as const;
const managing = { ...config, permission: 'voices:manage' } as const;
const tags = ['Voice clones'];
const params = CloneParams;
const one = { tags, summary: 'Get a voice clone', params, response: { 200: CloneView, ...errors(404) } };

export function cloneRoutes(deps: CloneDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    createRoute(app, deps);
    listRoute(app, deps);
    readRoute(app, deps);
    renameRoute(app, deps);
    deleteRoute(app, deps);
    sampleRoute(app, deps);
  };
}

function createRoute(app: App, deps: CloneDeps): void {
  const schema = {
    tags,
    summary: 'Clone a voice',
    description:
      'Makes a voice from recordings of one person. Takes a custom voice slot of your plan. Instant clones take about half a minute, professional ones minutes. Samples are measured first: one that is clipped, silent, noisy, too short, has music or several speakers is refused with the reason. `remove_background_noise` cleans noisy ones instead.',
    consumes: ['multipart/form-data'],
    body: { content: { 'multipart/form-data': { schema: CloneUpload } } },
    response: { 201: CreatedClone, ...errors(402, 409, 503) },
  };
  // The form is read as it streams in; its schema is for the document.
  const validatorCompiler = () => () => true;
  app.post(
    '/api/voices/clone',
    { schema, config: { ...managing, idempotent: true }, validatorCompiler },
    async (request, reply) => answerNewClone(deps, request, reply),
  );
}

function listRoute(app: App, deps: CloneDeps): void {
  const { db } = deps;
  const schema = {
    tags,
    summary: 'List voice clones',
    description: 'Newest first.',
    querystring: PageQuery,
    response: { 200: ClonePage },
  };
  app.get('/api/voices/clone', { schema, config }, async (request) =>
    listClones(db, callerOf(request).accountId, request.query),
  );
}

function readRoute(app: App, deps: CloneDeps): void {
  const { db } = deps;
  app.get('/api/voices/clone/:id', { schema: one, config }, async (request) =>
    readClone(db, callerOf(request).accountId, request.params.id),
  );
}

function renameRoute(app: App, deps: CloneDeps): void {
  const { db } = deps;
  const schema = { ...one, summary: 'Rename a voice clone', body: RenameRequest };
  app.patch('/api/voices/clone/:id', { schema, config: managing }, async (request) =>
    renameClone(db, callerOf(request).accountId, request.params.id, request.body.name),
  );
}

function deleteRoute(app: App, deps: CloneDeps): void {
  const schema = {
    tags,
    summary: 'Delete a voice clone',
    description:
      'Frees its slot, and deletes its samples, its artifact, its cached speech and its listings. The consent record is kept. Videos that are being made with it are finished; if a worker with another engine speaks it, what is not spoken yet fails with a refund.',
    params,
    response: { 204: { type: 'null', description: 'Deleted.' }, ...errors(404) },
  };
  app.delete('/api/voices/clone/:id', { schema, config: managing }, async (request, reply) => {
    await deleteVoice(deps, callerOf(request).accountId, request.params.id, 'clone');
    return reply.code(204).send();
  });
}

function sampleRoute(app: App, deps: CloneDeps): void {
  const audio = {
    'audio/wav': { schema: { type: 'string', format: 'binary' } },
    'audio/mpeg': { schema: { type: 'string', format: 'binary' } },
  };
  const schema = {
    tags,
    summary: 'Get the first sample of a clone',
    params,
    response: {
      200: { description: 'The recording as it was uploaded.', content: audio },
      206: { description: 'The byte range that was requested.', content: audio },
      ...errors(404, 416),
    },
  };
  app.get('/api/v1/voices/clone/:id/sample', { schema, config }, async (request, reply) =>
    sendObject(request, reply, await openSample(deps, callerOf(request).accountId, request.params.id)),
  );
}
