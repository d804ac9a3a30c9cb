import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errors, type Idempotency } from '../../http/index.ts';
import { answerAsStream, answerWhole } from './answer-speech.ts';
import { SPEECH_CONTENT, SPEECH_HEADERS, SpeechRequestSchema, StreamRequestSchema } from './schemas.ts';
import type { SpeechStreams } from './stream-speech.ts';
import type { SpeechDeps } from './synthesize-speech.ts';

type Deps = SpeechDeps & { idempotency: Idempotency; streams: SpeechStreams };

export function speechRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const config = { auth: 'bearer' } as const;
    const tags = ['Speech'];
    const spoken = { headers: SPEECH_HEADERS, content: SPEECH_CONTENT };

    const schema = {
      tags,
      summary: 'Turn text into speech',
      description: 'Costs one credit a character. Charged only when the audio is delivered.',
      body: SpeechRequestSchema,
      response: {
        200: { description: 'Mono; WAV, PCM and FLAC have 16 bits at 24 kHz.', ...spoken },
        ...errors(402, 404, 409, 502, 503),
      },
    };
    app.post('/api/v1/tts', { schema, config }, (request, reply) =>
      answerWhole(deps, request, reply, request.body),
    );

    const streamSchema = {
      tags,
      summary: 'Turn text into speech that starts at once',
      description:
        'Chunks leave as they are spoken, the first one with the first clause; together they are one file. A stream that is cut costs what was spoken until then. With an `Idempotency-Key` the whole is made first.',
      body: StreamRequestSchema,
      response: { 200: { description: 'Chunked audio.', ...spoken }, ...errors(402, 404, 409, 502, 503) },
    };
    app.post(
      '/api/v1/tts/stream',
      { schema: streamSchema, config: { ...config, stream: 'speech' } },
      (request, reply) => answerAsStream(deps, request, reply, request.body),
    );
  };
}
