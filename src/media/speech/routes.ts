import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Answer,
  callerOf,
  clientGone,
  errors,
  type Idempotency,
  jsonWithBytes,
} from '../../http/index.ts';
import { captionsFor, toSrt, toVtt } from './captions.ts';
import {
  SPEECH_CONTENT,
  SPEECH_HEADERS,
  type SpeechRequest,
  SpeechRequestSchema,
  StreamRequestSchema,
  TimedSpeechRequestSchema,
  TimedSpeechSchema,
} from './schemas.ts';
import {
  type Speech,
  type SpeechDelivery,
  type SpeechDeps,
  type SpeechFacts,
  type StreamDelivery,
  synthesizeSpeech,
} from './speak.ts';
import type { SpeechStreams } from './streams.ts';
import { describeTimes } from './timestamps.ts';

type Deps = SpeechDeps & { idempotency: Idempotency; streams: SpeechStreams };

export function speechRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const config = { auth: 'bearer', permission: 'speech:use', idempotent: true } as const;
    const tags = ['Speech'];
    const audio = { headers: SPEECH_HEADERS, content: SPEECH_CONTENT };

    const schema = {
      tags,
      summary: 'Convert text to speech',
      description: 'Costs one credit per character. You are charged only when the audio is delivered.',
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

    const timedSchema = {
      tags,
      summary: 'Convert text to speech with word and character timestamps',
      description:
        'Costs one credit per character, like POST /api/v1/tts. Timestamps come from the voice model and refer to the text as you sent it: "$3.50" is one word.',
      body: TimedSpeechRequestSchema,
      response: { 200: TimedSpeechSchema, ...errors(402, 404, 409, 502, 503) },
    };
    app.post('/api/v1/tts/with-timestamps', { schema: timedSchema, config }, async (request, reply) => {
      const { format = 'wav' } = request.body;
      return answerWhole(deps, request, reply, request.body, 'tts_timed', async (speech) => {
        const { characters, model, historyId: history_id } = speech;
        const times = describeTimes(request.body, speech);
        return {
          status: 200,
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'x-characters': String(characters),
            'x-model': model,
            'content-language': namesOf(speech),
          },
          body: await jsonWithBytes('audio', speech.audio, {
            format,
            characters,
            model,
            history_id,
            ...times,
          }),
        };
      });
    });

    for (const { extension, type, write } of [
      { extension: 'srt', type: 'application/x-subrip', write: toSrt },
      { extension: 'vtt', type: 'text/vtt', write: toVtt },
    ]) {
      const captionSchema = {
        tags,
        summary: `Get the captions of a generation as ${extension.toUpperCase()}`,
        params: Type.Object({ history_id: Type.String({ maxLength: 100 }) }),
        response: {
          200: {
            description: 'At most two lines of 42 characters per cue.',
            content: { [type]: { schema: { type: 'string' } } },
          },
          ...errors(404),
        },
      };
      app.get(
        `/api/v1/tts/:history_id.${extension}`,
        { schema: captionSchema, config: { auth: 'bearer-or-session', permission: 'speech:read' } },
        async (request, reply) => {
          const { accountId } = callerOf(request);
          const { text, words, seconds } = await deps.history.words(accountId, request.params.history_id);
          return reply.type(`${type}; charset=utf-8`).send(write(captionsFor(text, words, seconds)));
        },
      );
    }
  };
}

function answerWhole(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  body: SpeechRequest,
  kind: SpeechDelivery['kind'],
  answerWith: (speech: Speech) => Answer | Promise<Answer>,
): Promise<FastifyReply> {
  return deps.idempotency.answerOnce(request, reply, (receipt) => {
    const delivery = { ...deliveryOf(request, reply), kind, receipt, answerWith };
    return synthesizeSpeech(deps, callerOf(request), body, delivery);
  });
}

/** With an Idempotency-Key the audio is synthesized completely first: only a complete answer can be replayed. */
export async function answerAsStream(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  body: SpeechRequest,
): Promise<FastifyReply> {
  if (request.headers['idempotency-key'] !== undefined)
    return answerWhole(deps, request, reply, body, 'tts', audioAnswer);
  const speech = await deps.streams.open(callerOf(request), body, deliveryOf(request, reply));
  return reply.headers(headersOf(speech)).send(speech.body);
}

/** Of a request that is answered at once, so that what its authentication found still holds. */
function deliveryOf(request: FastifyRequest, reply: FastifyReply): StreamDelivery {
  const { hasPronunciations } = callerOf(request);
  const { accessEnded: ended } = request;
  const gone = clientGone(reply);
  // What was sent until then is charged, as when the client leaves.
  const signal = ended ? AbortSignal.any([gone, ended]) : gone;
  return { requestId: request.id, signal, hasPronunciations };
}

function audioAnswer(speech: Speech): Answer {
  return { status: 200, headers: headersOf(speech), body: speech.audio };
}

function headersOf(speech: SpeechFacts): Record<string, string> {
  return {
    'content-type': speech.contentType,
    'x-characters': String(speech.characters),
    'x-model': speech.model,
    'x-cache': speech.cache,
    'x-history-id': speech.historyId,
    'content-language': namesOf(speech),
  };
}

function namesOf({ languages }: Pick<SpeechFacts, 'languages'>): string {
  return [...new Set(languages.map(({ language }) => language))].join(', ');
}
