import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, formHasNoBody } from '../../http/index.ts';
import {
  answerTranscription,
  InvalidField,
  languageFrom,
  type TranscriptionRouteDeps,
  UnknownFormat,
} from '../transcription/index.ts';
import { answerErrorsAsOpenAi, openAiErrors } from './errors.ts';
import { checkModel, ownModel, TRANSCRIPTION_MODELS } from './models.ts';
import { answerAs } from './transcription-answers.ts';

const FORMATS = ['json', 'text', 'srt', 'verbose_json', 'vtt'];

/** The parts are read as they stream in, so nothing is required here. */
const FormSchema = Type.Object({
  file: Type.Optional(
    Type.String({ format: 'binary', description: 'The audio, at most 180 seconds and 15 MB.' }),
  ),
  model: Type.Optional(
    Type.String({ description: `One of ${TRANSCRIPTION_MODELS.join(', ')}.`, examples: ['whisper-1'] }),
  ),
  language: Type.Optional(Type.String({ description: 'ISO 639-1 code. Detected by default.' })),
  prompt: Type.Optional(Type.String({ description: 'Accepted for compatibility and ignored.' })),
  response_format: Type.Optional(
    Type.String({ description: 'json, text, srt, verbose_json or vtt.', default: 'json' }),
  ),
  stream: Type.Optional(
    Type.Boolean({
      description:
        'Answers with `transcript.text.delta` events, then `transcript.text.done`. The events arrive when the transcript is complete.',
    }),
  ),
  temperature: Type.Optional(Type.Number({ description: 'Accepted for compatibility and ignored.' })),
  'timestamp_granularities[]': Type.Optional(
    Type.String({ description: '`word` adds words with times to verbose_json.' }),
  ),
});

const TranscriptionSchema = Type.Object({
  text: Type.String(),
  task: Type.Optional(Type.String()),
  language: Type.Optional(Type.String()),
  duration: Type.Optional(Type.Number()),
  segments: Type.Optional(Type.Array(Type.Object({}, { additionalProperties: true }))),
  words: Type.Optional(
    Type.Array(Type.Object({ word: Type.String(), start: Type.Number(), end: Type.Number() })),
  ),
  usage: Type.Optional(Type.Object({}, { additionalProperties: true })),
});

const ROUTES = [
  {
    path: '/v1/audio/transcriptions',
    task: 'transcribe',
    summary: 'Create transcription (OpenAI-compatible)',
  },
  { path: '/v1/audio/translations', task: 'translate', summary: 'Create translation (OpenAI-compatible)' },
] as const;

const text = { schema: { type: 'string' } };
const RESPONSE = {
  200: {
    description: 'The transcript in the requested response_format.',
    content: {
      'application/json': { schema: TranscriptionSchema },
      'text/plain': text,
      'text/event-stream': text,
    },
  },
  ...openAiErrors(402, 409, 422, 502, 503),
};

/** OpenAI's shapes; keys, credits and limits are those of POST /api/v1/stt. */
export function openAiTranscriptionRoutes(deps: TranscriptionRouteDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    answerErrorsAsOpenAi(app);
    transcriptionRoutes(app, deps);
  };
}

function transcriptionRoutes(app: App, deps: TranscriptionRouteDeps): void {
  for (const { path, task, summary } of ROUTES) {
    const schema = {
      tags: ['OpenAI'],
      summary,
      description: 'Costs 5 credits per second, rounded up. Audio without speech costs nothing.',
      consumes: ['multipart/form-data'],
      body: { content: { 'multipart/form-data': { schema: FormSchema } } },
      response: RESPONSE,
    };
    const preValidation = async (request: Parameters<typeof formHasNoBody>[0]) => formHasNoBody(request);
    app.post(
      path,
      {
        schema,
        config: { auth: 'bearer', permission: 'transcription:use', idempotent: true },
        preValidation,
      },
      (request, reply) =>
        answerTranscription(deps, request, reply, (fields) => {
          const { response_format: format = 'json', model = 'whisper-1' } = fields;
          checkModel(model, TRANSCRIPTION_MODELS);
          if (!FORMATS.includes(format)) throw new UnknownFormat(FORMATS);
          const language = task === 'transcribe' ? languageFrom(fields.language) : undefined;
          const granularities = fields['timestamp_granularities[]'] ?? fields.timestamp_granularities ?? '';
          const withWords = granularities.split(',').includes('word');
          const shape = { format, task, withWords, stream: streamFrom(fields.stream) };
          const wanted = { language, task, model: ownModel(model) };
          return { wanted, answerWith: (result) => answerAs(result, shape) };
        }),
    );
  }
}

function streamFrom(field = 'false'): boolean {
  if (field === 'true' || field === 'false') return field === 'true';
  throw new InvalidField('stream must be true or false.');
}
