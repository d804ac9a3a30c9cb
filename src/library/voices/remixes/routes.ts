import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf, errors, type Idempotency } from '../../../http/index.ts';
import { CreatedClone } from '../clones/schemas.ts';
import { CloneParams } from '../schemas.ts';
import { type RemixDeps, remixVoice } from './remix-voice.ts';
import { RemixBody } from './schemas.ts';

export function remixRoutes(deps: RemixDeps & { idempotency: Idempotency }): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Voices'],
      summary: 'Remix a voice',
      description:
        'Makes a variant of a clone or a design of yours, as a new clone of kind `instant` with `remix_of`. Takes a custom voice slot and costs nothing else. Poll the clone until it is ready.',
      params: CloneParams,
      body: RemixBody,
      response: { 201: CreatedClone, ...errors(402, 404, 409) },
    };
    const config = { auth: 'bearer-or-session', permission: 'voices:manage', idempotent: true } as const;
    app.post('/api/v1/voices/:id/remix', { schema, config }, async (request, reply) =>
      deps.idempotency.answerOnce(request, reply, (keeper) =>
        remixVoice(deps, callerOf(request), request.params.id, request.body, {
          requestId: request.id,
          keeper,
        }),
      ),
    );
  };
}
