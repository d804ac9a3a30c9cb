import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf, clientGone, errors, type Idempotency, prefersJson } from '../../http/index.ts';
import { fileAnswer, jsonAnswer, MUSIC_HEADERS, MusicViewSchema } from './answer-music.ts';
import { catalogRoutes } from './catalog-routes.ts';
import { type MusicDeps, makeMusic } from './make-music.ts';
import { MUSIC_CONTENT_TYPES, MusicRequestSchema } from './schemas.ts';

type Deps = MusicDeps & { idempotency: Idempotency; publicUrl: string };

const binary = { schema: { type: 'string', format: 'binary' } };
const CONTENT: Record<string, { schema: object }> = {
  ...Object.fromEntries(Object.values(MUSIC_CONTENT_TYPES).map((type) => [type, binary])),
  'application/zip': binary,
  'application/json': { schema: MusicViewSchema },
};

export function musicRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(catalogRoutes(deps));
    const schema = {
      tags: ['Music'],
      summary: 'Make music from a prompt',
      description:
        'Composes and plays a piece of exactly this length: stereo, 44.1 kHz, −16 LUFS. Costs 8 credits per second. With `Accept: application/json` the answer is the file in base64 with the plan that was read from the prompt; change the plan and send it back to refine the piece.',
      body: MusicRequestSchema,
      response: {
        200: {
          description: 'The music.',
          headers: MUSIC_HEADERS,
          content: CONTENT,
        },
        ...errors(402, 404, 409, 422, 502, 503),
      },
    };
    app.post(
      '/api/v1/music',
      { schema, config: { auth: 'bearer-or-session', permission: 'music:use', idempotent: true } },
      (request, reply) => {
        const { accept } = request.headers;
        return deps.idempotency.answerOnce(request, reply, (keeper) =>
          makeMusic(deps, callerOf(request), request.body, {
            requestId: request.id,
            signal: clientGone(reply),
            keeper,
            answerWith: (music) =>
              prefersJson(accept, music.contentType) ? jsonAnswer(music) : fileAnswer(music),
          }),
        );
      },
    );
  };
}
