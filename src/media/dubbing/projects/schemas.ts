import { type Static, Type } from '@sinclair/typebox';
import { SYNC_MODES } from '../../../../engines/video/index.ts';
import { NextCursor } from '../../../http/index.ts';
import type { JobSchema } from '../../../work/jobs/index.ts';
import { LipsMoved } from '../dub-request.ts';
import { FITS } from '../fit-lines.ts';
import { Glossary } from '../project.ts';

type Schema = Parameters<typeof Type.Union>[0][number];
const Nullable = <One extends Schema>(schema: One, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
const Time = Type.String({ format: 'date-time' });
const Seconds = Type.Number({ minimum: 0 });
/** A string of these values. */
export const oneOf = (values: readonly string[], description?: string) =>
  Type.Unsafe<string>({ type: 'string', enum: [...values], ...(description && { description }) });

const VoiceView = Type.Object({
  kind: oneOf(
    ['matched', 'nearest', 'chosen'],
    '`matched` was made from the lines of the speaker, with consent; `nearest` is the most similar preset; `chosen` is the `voice_id` that you set.',
  ),
  voice_id: Nullable(Type.String(), 'Null for a matched voice, which exists in this dub only.'),
  score: Nullable(Type.Number(), 'Similarity of a matched voice to the speaker, from −1 to 1.'),
});

export const SpeakerView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  seconds: Type.Number({ description: 'Time that they speak in the film.' }),
  voice: Nullable(VoiceView, 'Null until the next render finds one.'),
  suggested: Nullable(
    Type.Object({
      dub_id: Type.String(),
      speaker_id: Type.String(),
      name: Type.String(),
      similarity: Type.Number(),
    }),
    'A speaker of another dub of yours who sounds like this one: send it as `same_as` to give them the same voice. Null without consent.',
  ),
});

export const LineView = Type.Object({
  id: Type.String(),
  speaker_id: Type.String(),
  speaker_unsure: Type.Boolean({ description: 'Whether the speaker is a guess.' }),
  start: Seconds,
  end: Seconds,
  source: Nullable(Type.String(), 'What was said. Null for a script in the target language.'),
  translation: Nullable(Type.String(), 'What is said instead. Null: the next render translates it.'),
  unknown_words: Type.Array(Type.String(), { description: 'Words that the translator did not know.' }),
  spoken: Nullable(
    Type.Object({
      start: Seconds,
      end: Seconds,
      rate: Type.Number({ description: 'Times the usual rate.' }),
      fit: oneOf(FITS, '`rushed` is faster than anybody should speak: shorten the line.'),
    }),
    'Its place in the last render. Null if it was not in it.',
  ),
  needs_render: Type.Boolean({
    description: 'Whether its words, voice or times changed since the last render.',
  }),
});

const Range = Type.Object({ start: Seconds, end: Seconds });
const summary = {
  id: Type.String(),
  name: Type.String(),
  status: oneOf(
    ['queued', 'processing', 'ready', 'failed', 'canceled'],
    'Of the latest render. While one is failed or canceled, `output_url` is that of the one before it.',
  ),
  changed: Type.Boolean({ description: 'Whether POST /api/v1/dub/{id}/render would make another result.' }),
  version: Type.Integer({
    description: 'Grows with every change. Send it with a change to refuse a stale one.',
  }),
  source_language: Nullable(Type.String(), 'Null until it is heard.'),
  target_language: Type.String(),
  film: Type.Object({
    id: Type.String({ description: 'Dubs of the same upload share it.' }),
    filename: Type.String(),
    content_type: Type.String(),
    bytes: Type.Integer(),
    duration_seconds: Type.Number(),
    has_video: Type.Boolean(),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
  }),
  duration_seconds: Nullable(Type.Number(), 'Of the result.'),
  output_url: Nullable(
    Type.String(),
    'The result, readable without a key for 7 days. It expires 30 days after its render.',
  ),
  created_at: Time,
  updated_at: Time,
};
export const DubSummary = Type.Object({ ...summary, job_id: Type.String() }, { title: 'DubSummary' });
export const DubPage = Type.Object({ dubs: Type.Array(DubSummary), next_cursor: NextCursor });

const Options = {
  glossary: Glossary,
  lip_sync: Type.Boolean(),
  sync_mode: oneOf(SYNC_MODES),
  fit: oneOf(['speech', 'picture']),
  drop_background: Type.Boolean(),
};

export const dubView = (job: JobSchema) =>
  Type.Object(
    {
      ...summary,
      ...Options,
      range: Nullable(Range, 'The part of the film that is dubbed. All times of lines count from its start.'),
      num_speakers: Nullable(Type.Integer()),
      consent: Type.Boolean(),
      translated_by: Nullable(Type.String(), 'The translator.'),
      lips: Nullable(LipsMoved, 'What the latest render did to the picture. Null: no face was moved.'),
      speakers: Type.Array(SpeakerView),
      lines: Type.Array(LineView, { description: 'In the order of their starts.' }),
      job,
      seconds_left: Nullable(
        Type.Number(),
        'Estimate from the time and the progress so far. Null unless the job is running.',
      ),
      captions_url: Nullable(Type.String()),
      thumbnail_url: Nullable(Type.String()),
    },
    { title: 'Dub' },
  );
export type DubView = Static<ReturnType<typeof dubView>>;

export const createdDub = (job: JobSchema) =>
  Type.Composite(
    [
      Type.Omit(job, ['dub_id']),
      Type.Object({
        dub_id: Type.String({ description: 'GET /api/v1/dub/{dub_id} has its speakers and lines.' }),
      }),
    ],
    { title: 'CreatedDub' },
  );
export const DubParams = Type.Object({ id: Type.String({ maxLength: 100 }) });

export const DubCatalog = Type.Object({
  available: Type.Boolean({ description: 'Whether a worker that dubs is connected.' }),
  target_languages: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
  any_to: Type.Array(Type.String(), { description: 'Targets that every language can be translated into.' }),
  pairs: Type.Array(Type.Object({ source: Type.String(), target: Type.String(), by: Type.String() })),
  language_model: Nullable(
    Type.String(),
    'The language model that translates between all languages, if there is one.',
  ),
  transcription: Type.Boolean({ description: 'Without it, a script with times is needed.' }),
  formats: Type.Array(Type.String(), { description: 'Of the result. A video becomes MP4.' }),
  limits: Type.Array(
    Type.Object({ plan: Type.String(), max_seconds: Type.Integer(), max_bytes: Type.Integer() }),
  ),
  credits: Type.Object({
    stt_second: Type.Integer(),
    tts_character: Type.Integer(),
    video_second: Type.Integer({
      description: 'Of picture that is rendered: with `lip_sync`, or `fit: picture`.',
    }),
  }),
  consent: Type.Object({ version: Type.String(), text: Type.String() }),
});
