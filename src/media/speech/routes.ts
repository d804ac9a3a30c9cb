import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { SpeechEngine } from '../../engines/speech/index.ts';
import { type Answer, callerOf, clientGone, errors, type Idempotency } from '../../http/index.ts';
import type { ChargeDeps } from '../../money/ledger/index.ts';
import { SpeechRequestSchema } from './schemas.ts';
import { type Spoken, synthesizeSpeech } from './synthesize-speech.ts';

type Deps = ChargeDeps & { engine: SpeechEngine; idempotency: Idempotency };

export function speechRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Speech'],
      summary: 'Turn text into speech',
      description: 'Costs one credit a character. Charged only when the audio is delivered.',
      body: SpeechRequestSchema,
      response: {
        200: {
          description: '16-bit mono WAV at 24 kHz.',
          headers: {
            'X-Characters': { schema: { type: 'integer' }, description: 'Characters charged.' },
            'X-Model': { schema: { type: 'string' }, description: 'The model that spoke.' },
          },
          content: { 'audio/wav': { schema: { type: 'string', format: 'binary' } } },
        },
        ...errors(402, 404, 409, 502),
      },
    };
    app.post('/api/v1/tts', { schema, config: { auth: 'bearer' } }, (request, reply) =>
      deps.idempotency.answerOnce(request, reply, async (receipt) => {
        const spoken = await synthesizeSpeech(deps, callerOf(request), request.body, {
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

function answerWith({ wav, characters, model }: Spoken): Answer {
  const headers = { 'content-type': 'audio/wav', 'x-characters': String(characters), 'x-model': model };
  return { status: 200, headers, body: wav };
}
