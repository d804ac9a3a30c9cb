import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { callerOf, clientGone, errors, type Idempotency } from '../../http/index.ts';
import { captionsFor, toSrt, toVtt } from './captions.ts';
import type { SpeechDeps } from './synthesize-speech.ts';
import { speakWithTimestamps } from './with-timestamps.ts';
import { type TimedSpeech, TimedSpeechRequestSchema, TimedSpeechSchema } from './with-timestamps-schemas.ts';

type Deps = SpeechDeps & { idempotency: Idempotency };

export function timingRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Speech'],
      summary: 'Turn text into speech, with the time of every word and character',
      description:
        'Costs one credit a character, as POST /api/v1/tts does. Times come from the voice model itself and point at the text as you sent it: "$3.50" is one word.',
      body: TimedSpeechRequestSchema,
      response: { 200: TimedSpeechSchema, ...errors(402, 404, 409, 502, 503) },
    };
    app.post('/api/v1/tts/with-timestamps', { schema, config: { auth: 'bearer' } }, async (request, reply) =>
      deps.idempotency.answerOnce(request, reply, async (receipt) => {
        const spoken = await speakWithTimestamps(deps, callerOf(request), request.body, {
          requestId: request.id,
          signal: clientGone(reply),
          prepare: receipt ? (result) => receipt.stash(answerWith(result)) : undefined,
          commit: receipt ? (tx, result) => receipt.keep(tx, answerWith(result)) : undefined,
        });
        return answerWith(spoken);
      }),
    );

    const captions = [
      { extension: 'srt', type: 'application/x-subrip', write: toSrt },
      { extension: 'vtt', type: 'text/vtt', write: toVtt },
    ];
    for (const { extension, type, write } of captions) {
      const captionSchema = {
        tags: ['Speech'],
        summary: `Captions of a generation, as ${extension.toUpperCase()}`,
        params: Type.Object({ history_id: Type.String({ maxLength: 100 }) }),
        response: {
          200: {
            description: 'At most two lines of 42 characters.',
            content: { [type]: { schema: { type: 'string' } } },
          },
          ...errors(404),
        },
      };
      const config = { auth: 'bearer-or-session' } as const;
      app.get(
        `/api/v1/tts/:history_id.${extension}`,
        { schema: captionSchema, config },
        async (request, reply) => {
          const { text, words } = await deps.history.words(
            callerOf(request).accountId,
            request.params.history_id,
          );
          return reply.type(`${type}; charset=utf-8`).send(write(captionsFor(text, words)));
        },
      );
    }
  };
}

function answerWith(spoken: TimedSpeech) {
  const headers = { 'x-characters': String(spoken.characters), 'x-model': spoken.model };
  return { status: 200, headers, body: spoken };
}
