import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errors, formHasNoBody } from '../../http/index.ts';
import { CREDITS_PER_UNIT } from '../../money/pricing/index.ts';
import { type AnswerDeps, answerTranscription, languageFrom } from './answer-transcription.ts';
import { UnknownTask } from './errors.ts';
import { answerIn } from './formats.ts';
import { MAX_BYTES, MAX_SECONDS } from './limits.ts';
import { speakersFrom } from './read-speakers.ts';
import {
  CatalogSchema,
  FORMATS,
  FormatQuery,
  TranscriptSchema,
  UploadSchema,
  UrlRequestSchema,
} from './schemas.ts';
import type { Wanted } from './transcribe-audio.ts';

const text = { schema: { type: 'string' } };

export function transcriptionRoutes(deps: AnswerDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const names = new Intl.DisplayNames(['en'], { type: 'language' });
    const catalogSchema = {
      tags: ['Transcription'],
      summary: 'Languages and limits of transcription',
      response: { 200: CatalogSchema },
    };
    app.get('/api/v1/stt', { schema: catalogSchema, config: { auth: 'public' } }, async () => ({
      available: deps.transcription.status() !== 'absent',
      models: [...deps.transcription.models],
      languages: deps.transcription.languages.map((code) => ({ code, name: names.of(code) ?? code })),
      formats: [...FORMATS],
      speaker_labels: deps.transcription.capabilities.speakers,
      limits: { max_seconds: MAX_SECONDS, max_bytes: MAX_BYTES },
      credits_per_second: CREDITS_PER_UNIT.stt_second,
    }));

    const schema = {
      tags: ['Transcription'],
      summary: 'Turn speech into text',
      description:
        'An upload or `audio_url`, at most 180 seconds and 15 MB. Costs 5 credits a second, rounded up; charged only when words were found. With `speaker_labels` srt, vtt and text name the speaker at every change.',
      consumes: ['multipart/form-data', 'application/json'],
      querystring: FormatQuery,
      body: {
        content: {
          'application/json': { schema: UrlRequestSchema },
          'multipart/form-data': { schema: UploadSchema },
        },
      },
      response: {
        200: {
          description: 'The transcript.',
          content: {
            'application/json': { schema: TranscriptSchema },
            'text/plain': text,
            'application/x-subrip': text,
            'text/vtt': text,
          },
        },
        ...errors(402, 422, 502, 503),
      },
    };
    app.post<{ Querystring: { format?: string } }>(
      '/api/v1/stt',
      {
        schema,
        config: { auth: 'bearer-or-session' },
        preValidation: async (request) => formHasNoBody(request),
      },
      (request, reply) =>
        answerTranscription(deps, request, reply, (fields) => ({
          wanted: {
            language: languageFrom(fields.language),
            task: taskFrom(fields.task),
            speakers: speakersFrom(fields),
          },
          answerWith: (result) => answerIn(result, request.query.format ?? 'json'),
        })),
    );
  };
}

function taskFrom(field: string | undefined): Wanted['task'] {
  if (field === undefined || field === 'transcribe') return 'transcribe';
  if (field === 'translate') return 'translate';
  throw new UnknownTask();
}
