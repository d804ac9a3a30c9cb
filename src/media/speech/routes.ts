import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errors } from '../../http/index.ts';
import {
  type AnswerDeps,
  answerAsStream,
  answerWhole,
  audioAnswer,
  SPEECH_CONTENT,
  SPEECH_HEADERS,
} from './answer-speech.ts';
import { SpeechRequestSchema, StreamRequestSchema } from './schemas.ts';
import { timingRoutes } from './timing-routes.ts';

export function speechRoutes(deps: AnswerDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const config = { auth: 'bearer', permission: 'speech:use', idempotent: true } as const;
    const tags = ['Speech'];
    const audio = { headers: SPEECH_HEADERS, content: SPEECH_CONTENT };

    const schema = {
      tags,
      summary: 'Convert text to speech',
      description:
        'Costs one credit per character, also of the sentence that `disclosure` adds. You are charged only when the audio is delivered.',
      body: SpeechRequestSchema,
      response: {
        200: { description: 'Mono audio. WAV, PCM and FLAC are 16-bit at 24 kHz.', ...audio },
        ...errors(402, 404, 409, 502, 503),
      },
    };
    app.post('/api/v1/tts', { schema, config }, (request, reply) =>
      answerWhole(deps, request, reply, request.body, 'tts', audioAnswer),
    );

    const streamSchema = {
      tags,
      summary: 'Stream speech while it is synthesized',
      description:
        'The first chunk is sent as soon as the first half second is spoken. Together the chunks are one audio file. A stream that is cut off costs only what was spoken until then. With an `Idempotency-Key` the audio is synthesized completely before it is sent.',
      body: StreamRequestSchema,
      response: { 200: { description: 'Chunked audio.', ...audio }, ...errors(402, 404, 409, 502, 503) },
    };
    app.post(
      '/api/v1/tts/stream',
      { schema: streamSchema, config: { ...config, stream: 'speech' } },
      (request, reply) => answerAsStream(deps, request, reply, request.body),
    );

    await app.register(timingRoutes(deps));
  };
}
