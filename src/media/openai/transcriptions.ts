import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Answer, formHasNoBody } from '../../http/index.ts';
import {
  answerTranscription,
  isTextFormat,
  languageFrom,
  type TranscriptBody,
  type TranscriptionRouteDeps,
  textAnswer,
  UnknownFormat,
  UnknownTranscriptionModel,
} from '../transcription/index.ts';
import { answerErrorsAsOpenAi, openAiErrors } from './errors.ts';
import { TranscriptionFormSchema, TranscriptionSchema } from './transcriptions-schemas.ts';

const FORMATS = ['json', 'text', 'srt', 'verbose_json', 'vtt'];
export const TRANSCRIPTION_MODELS: readonly string[] = [
  'whisper-1',
  'gpt-4o-transcribe',
  'gpt-4o-mini-transcribe',
  'whisper-base',
  'moonshine-tiny',
];

const ROUTES = [
  {
    path: '/v1/audio/transcriptions',
    task: 'transcribe',
    summary: 'Transcribe, as OpenAI’s clients ask for it',
  },
  { path: '/v1/audio/translations', task: 'translate', summary: 'Translate speech into English text' },
] as const;

/** The shapes that existing clients speak; keys, credits and limits are those of POST /api/v1/stt. */
export function openAiTranscriptionRoutes(deps: TranscriptionRouteDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    answerErrorsAsOpenAi(app);
    for (const { path, task, summary } of ROUTES) {
      const schema = {
        tags: ['OpenAI'],
        summary,
        description: 'Costs 5 credits a second, rounded up; charged only when words were found.',
        consumes: ['multipart/form-data'],
        body: { content: { 'multipart/form-data': { schema: TranscriptionFormSchema } } },
        response: {
          200: {
            description: 'The transcript, in the shape of response_format.',
            content: {
              'application/json': { schema: TranscriptionSchema },
              'text/plain': { schema: { type: 'string' } },
            },
          },
          ...openAiErrors(402, 422, 502, 503),
        },
      };
      const preValidation = async (request: Parameters<typeof formHasNoBody>[0]) => formHasNoBody(request);
      app.post(path, { schema, config: { auth: 'bearer' }, preValidation }, (request, reply) =>
        answerTranscription(deps, request, reply, (fields) => {
          const format = fields.response_format ?? 'json';
          if (!FORMATS.includes(format)) throw new UnknownFormat(FORMATS);
          if (!TRANSCRIPTION_MODELS.includes(fields.model ?? 'whisper-1'))
            throw new UnknownTranscriptionModel();
          const language = task === 'transcribe' ? languageFrom(fields.language) : undefined;
          const granularity = fields['timestamp_granularities[]'] ?? fields.timestamp_granularities;
          const withWords = granularity === 'word';
          return {
            wanted: { language, task },
            answerWith: (result) => answerAs(result, { format, task, withWords }),
          };
        }),
      );
    }
  };
}

type Shape = { format: string; task: 'transcribe' | 'translate'; withWords: boolean };

function answerAs(result: TranscriptBody, { format, task, withWords }: Shape): Answer {
  if (isTextFormat(format)) return textAnswer(result, format);
  if (format === 'json') return { status: 200, body: { text: result.text } };
  const { text, language, duration_seconds: duration, words } = result;
  return {
    status: 200,
    body: {
      task,
      language: nameOf(task === 'translate' ? 'en' : language),
      duration,
      text,
      // Figures of their model's inside, such as avg_logprob, have no counterpart in every model of ours: left out.
      segments: result.segments.map((segment, id) => ({ id, ...segment })),
      ...(withWords && { words: words.map(({ word, start, end }) => ({ word, start, end })) }),
      usage: { type: 'duration', seconds: Math.ceil(duration) },
    },
  };
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

function nameOf(code: string): string {
  return (NAMES.of(code) ?? code).toLowerCase();
}
