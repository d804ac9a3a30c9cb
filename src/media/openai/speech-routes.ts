import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Idempotency } from '../../http/index.ts';
import {
  answerAsStream,
  SPEECH_CONTENT,
  SPEECH_HEADERS,
  type SpeechDeps,
  type SpeechStreams,
} from '../speech/index.ts';
import { answerErrorsAsOpenAi, openAiErrors } from './errors.ts';
import { OpenAiSpeechBody, speechRequestOf } from './speech-schemas.ts';

type Deps = SpeechDeps & { idempotency: Idempotency; streams: SpeechStreams };

export function openAiSpeechRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    answerErrorsAsOpenAi(app);
    const schema = {
      tags: ['OpenAI'],
      summary: 'Turn text into speech, as OpenAI’s clients ask for it',
      description: 'The stream of POST /api/v1/tts/stream under another name: same price, same limits.',
      body: OpenAiSpeechBody,
      response: {
        200: { description: 'Chunked audio.', headers: SPEECH_HEADERS, content: SPEECH_CONTENT },
        ...openAiErrors(402, 404, 409, 502, 503),
      },
    };
    app.post('/v1/audio/speech', { schema, config: { auth: 'bearer', stream: 'speech' } }, (request, reply) =>
      answerAsStream(deps, request, reply, speechRequestOf(request.body)),
    );
  };
}
