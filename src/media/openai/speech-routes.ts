import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import { AUDIO_FORMATS, type AudioFormat } from '../../../engines/codec/index.ts';
import {
  answerAsStream,
  SPEECH_CONTENT,
  SPEECH_HEADERS,
  type SpeechRequest,
  SpokenLanguage,
} from '../speech/index.ts';
import { answerErrorsAsOpenAi, openAiErrors } from './errors.ts';
import { checkModel, SPEECH_MODELS } from './models.ts';
import { answerAsEvents, type SpeechEventDeps } from './speech-events.ts';
import { VOICE_NAMES, voiceIdOf } from './voices.ts';

const VoiceName = Type.String({
  minLength: 1,
  description: `${VOICE_NAMES.join(', ')}, or any voice of GET /api/v1/voices.`,
  examples: ['alloy', 'af_heart'],
});

const SpeechBody = Type.Object({
  model: Type.String({
    description: `One of ${SPEECH_MODELS.join(', ')}. All run the speech model of this server.`,
    examples: ['gpt-4o-mini-tts'],
  }),
  input: Type.String({ description: 'Text to speak, 1 to 5,000 characters.', examples: ['Hello there.'] }),
  voice: Type.Union([VoiceName, Type.Object({ id: VoiceName })]),
  response_format: Type.Optional(
    Type.Unsafe<AudioFormat>({ type: 'string', enum: AUDIO_FORMATS, default: 'mp3' }),
  ),
  speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2, default: 1 })),
  stream_format: Type.Optional(
    Type.Union([Type.Literal('audio'), Type.Literal('sse')], {
      default: 'audio',
      description:
        '`sse` sends `speech.audio.delta` events with base64 audio, then `speech.audio.done` with the usage.',
    }),
  ),
  language: Type.Optional(SpokenLanguage),
  instructions: Type.Optional(
    Type.String({ description: 'Accepted for compatibility and ignored.', maxLength: 5_000 }),
  ),
});

export function openAiSpeechRoutes(deps: SpeechEventDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    answerErrorsAsOpenAi(app);
    const schema = {
      tags: ['OpenAI'],
      summary: 'Create speech (OpenAI-compatible)',
      description: 'The same as POST /api/v1/tts/stream, at the same price and limits.',
      body: SpeechBody,
      response: {
        200: {
          description: 'Chunked audio, or events with `stream_format: sse`.',
          headers: SPEECH_HEADERS,
          content: { ...SPEECH_CONTENT, 'text/event-stream': { schema: { type: 'string' } } },
        },
        ...openAiErrors(402, 404, 409, 422, 502, 503),
      },
    };
    app.post(
      '/v1/audio/speech',
      { schema, config: { auth: 'bearer', permission: 'speech:use', stream: 'speech', idempotent: true } },
      (request, reply) => {
        checkModel(request.body.model, SPEECH_MODELS);
        const answer = request.body.stream_format === 'sse' ? answerAsEvents : answerAsStream;
        return answer(deps, request, reply, speechRequestOf(request.body));
      },
    );
  };
}

function speechRequestOf(body: Static<typeof SpeechBody>): SpeechRequest {
  const { input: text, voice, response_format: format = 'mp3', speed, language } = body;
  const name = typeof voice === 'string' ? voice : voice.id;
  return {
    text,
    voice_id: voiceIdOf(name),
    format,
    ...(speed !== undefined && { speed }),
    ...(language !== undefined && { language }),
  };
}
