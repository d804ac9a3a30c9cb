import { type Static, Type } from '@sinclair/typebox';
import { TRANSCRIPTION_MODELS } from '../../../engines/transcription/index.ts';

const Language = Type.String({
  description: 'ISO 639-1 code. Detected when absent or `auto`.',
  maxLength: 20,
  examples: ['en', 'auto'],
});
const Task = Type.Union([Type.Literal('transcribe'), Type.Literal('translate')], {
  description: '`translate` returns English whatever the language.',
  default: 'transcribe',
});

const Model = Type.String({
  description: `One of ${TRANSCRIPTION_MODELS.join(', ')}. The Moonshine models only know English. Chosen by language when absent, from those that are installed. Workers may offer others, which give no speaker labels; GET /api/v1/stt lists them.`,
  maxLength: 40,
  examples: ['whisper-base'],
});

export const MOST_SPEAKERS = 8;
const SpeakerLabels = Type.Boolean({
  description: 'Adds a `speaker` to every segment and word, at no extra cost.',
  default: false,
});
const MaxSpeakers = Type.Integer({
  description: 'Maximum number of speakers, with `speaker_labels`.',
  minimum: 1,
  maximum: MOST_SPEAKERS,
  default: MOST_SPEAKERS,
});

/** However the audio arrives. */
export const TranscriptionFields = Type.Object({
  language: Type.Optional(Language),
  task: Type.Optional(Task),
  model: Type.Optional(Model),
  speaker_labels: Type.Optional(SpeakerLabels),
  max_speakers: Type.Optional(MaxSpeakers),
});

export const UrlRequestSchema = Type.Object({
  audio_url: Type.String({
    description: 'Public URL of the audio; redirects are not followed.',
    minLength: 1,
    maxLength: 2_000,
    examples: ['https://files.example.com/talk.mp3'],
  }),
  ...TranscriptionFields.properties,
});

/** Only the API document uses this schema. The route reads the parts as they stream in. */
export const UploadSchema = Type.Object({
  file: Type.Optional(
    Type.String({
      format: 'binary',
      description: 'Audio, or a video with sound: at most 180 seconds and 15 MB.',
    }),
  ),
  ...TranscriptionFields.properties,
});

export const FORMATS = ['json', 'text', 'srt', 'vtt'] as const;
export const FormatQuery = Type.Object({
  format: Type.Optional(
    Type.Union(
      FORMATS.map((format) => Type.Literal(format)),
      { default: 'json' },
    ),
  ),
});

const Seconds = Type.Number({ description: 'Seconds.' });
const Speaker = Type.String({ description: 'Numbered in order of appearance.', examples: ['speaker_1'] });

export const TranscriptSchema = Type.Object(
  {
    text: Type.String(),
    language: Type.String({ description: 'ISO code, as requested or detected.' }),
    duration_seconds: Seconds,
    segments: Type.Array(
      Type.Object({
        start: Seconds,
        end: Seconds,
        text: Type.String(),
        speaker: Type.Optional(Speaker),
      }),
    ),
    words: Type.Array(
      Type.Object({
        start: Seconds,
        end: Seconds,
        word: Type.String(),
        confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
        speaker: Type.Optional(Speaker),
      }),
    ),
    speakers: Type.Optional(
      Type.Array(Type.Object({ speaker: Speaker, seconds: Seconds }), {
        description:
          'The speakers in order of appearance, with their total time. Only with `speaker_labels`.',
      }),
    ),
    model: Type.String({ description: 'Model that transcribed the audio.' }),
    credits: Type.Integer({ description: 'Credits charged.' }),
  },
  { title: 'Transcript' },
);
export type TranscriptBody = Static<typeof TranscriptSchema>;

export const CatalogSchema = Type.Object({
  available: Type.Boolean({ description: 'Whether transcription is installed on this server.' }),
  models: Type.Array(Type.String(), {
    description: 'Installed models, and those that connected workers offer.',
  }),
  languages: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
  formats: Type.Array(Type.String()),
  speaker_labels: Type.Boolean({ description: 'Whether `speaker_labels` is supported.' }),
  limits: Type.Object({ max_seconds: Type.Integer(), max_bytes: Type.Integer() }),
  credits_per_second: Type.Integer(),
});
