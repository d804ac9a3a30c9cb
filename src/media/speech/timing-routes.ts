import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { SpeechEngine } from '../../engines/speech/index.ts';
import { callerOf, clientGone, errors, type Idempotency } from '../../http/index.ts';
import type { ChargeDeps } from '../../money/ledger/index.ts';
import { speakWithTimestamps } from './with-timestamps.ts';
import { type TimedSpeech, TimedSpeechRequestSchema, TimedSpeechSchema } from './with-timestamps-schemas.ts';

type Deps = ChargeDeps & { engine: SpeechEngine; idempotency: Idempotency };

export function timingRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Speech'],
      summary: 'Turn text into speech, with the time of every word and character',
      description:
        'Costs one credit a character, as POST /api/v1/tts does. Times come from the voice model itself and point at the text as you sent it: "$3.50" is one word.',
      body: TimedSpeechRequestSchema,
      response: { 200: TimedSpeechSchema, ...errors(402, 404, 409, 502) },
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
  };
}

function answerWith(spoken: TimedSpeech) {
  const headers = { 'x-characters': String(spoken.characters), 'x-model': spoken.model };
  return { status: 200, headers, body: spoken };
}
