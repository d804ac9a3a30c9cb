import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { SpeechVoice } from '../../engines/speech/index.ts';
import { errors } from '../../http/index.ts';
import { findPreset, listVoices } from './catalog.ts';
import type { PresetPreviews } from './preset-previews.ts';
import { CatalogQuerySchema, CatalogSchema } from './schemas.ts';

type Deps = { presets: readonly SpeechVoice[]; previews: PresetPreviews; publicUrl: string };

export function voiceRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const list = {
      tags: ['Voices'],
      summary: 'List voices',
      querystring: CatalogQuerySchema,
      response: { 200: CatalogSchema },
    };
    app.get('/api/v1/voices', { schema: list, config: { auth: 'bearer' } }, async (request) => ({
      voices: listVoices(deps, request.query),
      designs: [],
      listings: [],
    }));

    const preview = {
      tags: ['Voices'],
      summary: 'Preview a voice',
      params: Type.Object({ id: Type.String() }),
      response: {
        200: {
          description: 'A short WAV sample.',
          content: { 'audio/wav': { schema: { type: 'string', format: 'binary' } } },
        },
        ...errors(404, 502),
      },
    };
    const config = { auth: 'bearer-or-session' } as const;
    app.get('/api/v1/voices/:id/preview', { schema: preview, config }, async (request, reply) => {
      const wav = await deps.previews.previewOf(findPreset(deps.presets, request.params.id));
      return reply.type('audio/wav').header('cache-control', 'private, max-age=86400').send(wav);
    });
  };
}
