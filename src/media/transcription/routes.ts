import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, errors, formHasNoBody } from '../../http/index.ts';
import { CREDITS_PER_UNIT } from '../../money/pricing/index.ts';
import { type AnswerDeps, answerTranscription, languageFrom } from './answer-transcription.ts';
import { InvalidField } from './errors.ts';
import { answerIn } from './formats.ts';
import { MAX_BYTES, MAX_SECONDS } from './limits.ts';
import {
  CatalogSchema,
  FORMATS,
  FormatQuery,
  MOST_SPEAKERS,
  TranscriptSchema,
  UploadSchema,
  UrlRequestSchema,
} from './schemas.ts';
import type { Wanted } from './transcribe-audio.ts';

const text = { schema: { type: 'string' } };

const TRANSCRIPT = {
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
};

export function transcriptionRoutes(deps: AnswerDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    catalogRoute(app, deps);
    transcribeRoute(app, deps);
  };
}

function catalogRoute(app: App, deps: AnswerDeps): void {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const schema = {
    tags: ['Transcription'],
    summary: 'List transcription languages and limits',
    response: { 200: CatalogSchema },
  };
  app.get('/api/v1/stt', { schema, config: { auth: 'public' } }, async () => ({
    available: deps.transcription.status() !== 'absent',
    models: [...installed(deps), ...(await deps.remoteHearing.models())],
    languages: deps.transcription.languages.map((code) => ({ code, name: names.of(code) ?? code })),
    formats: [...FORMATS],
    speaker_labels: deps.transcription.capabilities.speakers,
    limits: { max_seconds: MAX_SECONDS, max_bytes: MAX_BYTES },
    credits_per_second: CREDITS_PER_UNIT.stt_second,
  }));
}

function installed({ transcription }: AnswerDeps): string[] {
  return transcription.models.filter(({ installed: isInstalled }) => isInstalled).map(({ id }) => id);
}

function transcribeRoute(app: App, deps: AnswerDeps): void {
  const schema = {
    tags: ['Transcription'],
    summary: 'Transcribe audio',
    description:
      'Takes an upload or an `audio_url` of at most 180 seconds and 15 MB. Costs 5 credits per second, rounded up; audio without speech costs nothing. With `speaker_labels`, srt, vtt and text name the speaker at every change.',
    consumes: ['multipart/form-data', 'application/json'],
    querystring: FormatQuery,
    body: {
      content: {
        'application/json': { schema: UrlRequestSchema },
        'multipart/form-data': { schema: UploadSchema },
      },
    },
    response: TRANSCRIPT,
  };
  app.post<{ Querystring: { format?: string } }>(
    '/api/v1/stt',
    {
      schema,
      config: { auth: 'bearer-or-session', permission: 'transcription:use', idempotent: true },
      preValidation: async (request) => formHasNoBody(request),
    },
    (request, reply) =>
      answerTranscription(deps, request, reply, (fields) => ({
        wanted: {
          language: languageFrom(fields.language),
          task: taskFrom(fields.task),
          model: fields.model,
          speakers: speakersFrom(fields),
        },
        answerWith: (result) => answerIn(result, request.query.format ?? 'json'),
      })),
  );
}

function taskFrom(field: string | undefined): Wanted['task'] {
  if (field === undefined || field === 'transcribe') return 'transcribe';
  if (field === 'translate') return 'translate';
  throw new InvalidField('task must be transcribe or translate.');
}

/** Reads the fields of a form, in which every value is text. */
function speakersFrom(fields: Record<string, string>): Wanted['speakers'] {
  const max = maxFrom(fields.max_speakers);
  return isWanted(fields.speaker_labels) ? { max } : undefined;
}

function isWanted(field: string | undefined): boolean {
  if (field === undefined || field === 'false') return false;
  if (field === 'true') return true;
  throw new InvalidField('speaker_labels must be true or false.');
}

function maxFrom(field: string | undefined): number {
  if (field === undefined) return MOST_SPEAKERS;
  const max = /^\d$/u.test(field) ? Number(field) : 0;
  if (max < 1 || max > MOST_SPEAKERS)
    throw new InvalidField(`max_speakers must be a whole number from 1 to ${MOST_SPEAKERS}.`);
  return max;
}
