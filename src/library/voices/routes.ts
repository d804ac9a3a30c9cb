import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import {
  type App,
  type ConcurrencyLimit,
  callerOf,
  clientGone,
  errors,
  formHasNoBody,
  isUuid,
} from '../../http/index.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { findPreset } from './catalog.ts';
import type { CustomPreviews } from './custom-previews.ts';
import { findSimilar, type SimilarDeps } from './find-similar.ts';
import { listVoices } from './list-voices.ts';
import type { PresetPreviews } from './preset-previews.ts';
import { receiveRecording } from './receive-recording.ts';
import {
  CatalogQuerySchema,
  CatalogSchema,
  SimilarQuery,
  SimilarSchema,
  SimilarUploadSchema,
  SimilarUrlSchema,
} from './schemas.ts';

type Deps = SimilarDeps & {
  presetPreviews: PresetPreviews;
  customPreviews: CustomPreviews;
  uploads: ConcurrencyLimit;
  outbound: OutboundPolicy;
};

const tags = ['Voices'];
const config = { auth: 'bearer-or-session', permission: 'voices:read' } as const;

export function voiceRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    listRoute(app, deps);
    previewRoute(app, deps);
    similarRoute(app, deps);
  };
}

function listRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'List voices',
    description: 'Presets, your voices that are ready, and published voices of others.',
    querystring: CatalogQuerySchema,
    response: { 200: CatalogSchema },
  };
  app.get(
    '/api/v1/voices',
    { schema, config: { auth: 'bearer', permission: 'voices:read' } },
    async (request) => {
      const { entries, nextCursor } = await listVoices(deps, callerOf(request).accountId, request.query);
      return {
        voices: entries,
        designs: entries.filter(({ source }) => source === 'design'),
        listings: entries.filter(({ source }) => source === 'community'),
        next_cursor: nextCursor,
      };
    },
  );
}

function previewRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Preview a voice',
    params: Type.Object({ id: Type.String() }),
    response: {
      200: {
        description: 'A short WAV sample.',
        content: { 'audio/wav': { schema: { type: 'string', format: 'binary' } } },
      },
      ...errors(404, 409, 502, 503),
    },
  };
  app.get('/api/v1/voices/:id/preview', { schema, config }, async (request, reply) => {
    const { id } = request.params;
    reply.type('audio/wav');
    if (isUuid(id)) return reply.send(await deps.customPreviews.previewOf(callerOf(request).accountId, id));
    const wav = await deps.presetPreviews.previewOf(findPreset(deps.presets, id));
    return reply.header('cache-control', 'private, max-age=86400').send(wav);
  });
}

function similarRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Find voices by sound',
    description:
      'Compares a recording with the presets, your voices and the published voices of others by speaker embedding. Free; counts against the limit of simultaneous uploads.',
    consumes: ['multipart/form-data', 'application/json'],
    querystring: SimilarQuery,
    body: {
      content: {
        'application/json': { schema: SimilarUrlSchema },
        'multipart/form-data': { schema: SimilarUploadSchema },
      },
    },
    response: { 200: SimilarSchema, ...errors(502, 503) },
  };
  const preValidation = async (request: Parameters<typeof formHasNoBody>[0]) => formHasNoBody(request);
  app.post(
    '/api/v1/voices/similar',
    { schema, config: { ...config, permission: 'voices:use' }, preValidation },
    async (request, reply) => {
      const caller = callerOf(request);
      const signal = clientGone(reply);
      const { limit } = request.query;
      const search = () =>
        receiveRecording(deps.outbound, caller, request, signal, (recording) =>
          findSimilar(deps, caller.accountId, { ...recording, limit, signal }),
        );
      return { voices: await deps.uploads.run(caller.accountId, search) };
    },
  );
}
