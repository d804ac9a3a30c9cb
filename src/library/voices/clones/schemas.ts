import { type Static, Type } from '@sinclair/typebox';
import { NextCursor } from '../../../http/index.ts';
import { FastSpeech } from '../adaptation/fast-speech.ts';
import { ENGINE_NAME, VOICE_ENGINES } from '../custom-voice.ts';

const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description: string,
) => Type.Union([schema, Type.Null()], { description });

const Kind = Type.Union([Type.Literal('instant'), Type.Literal('professional')]);
const Engine = Type.String({
  pattern: ENGINE_NAME,
  default: VOICE_ENGINES[0],
  description: `${VOICE_ENGINES.join(', ')}, or one that a worker of this service offers.`,
});
const Name = Type.String({ minLength: 1, maxLength: 200, examples: ['My voice'] });

export const CloneView = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Also the `voice_id`.' }),
    voice_id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    status: Type.Union(
      ['queued', 'training', 'ready', 'failed'].map((status) => Type.Literal(status)),
      { description: 'Usable as `voice_id` once it is ready.' },
    ),
    kind: Kind,
    engine: Type.String({ description: 'The engine that was requested.' }),
    served_by: Nullable(
      Type.String(),
      'The engine that made the voice: the requested one if a worker offers it, otherwise the built-in one. Null until it is ready. A voice of another engine may need a worker with that engine to speak: 503 `voice_engine_offline` while none is connected.',
    ),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent.' }),
    language: Type.String(),
    similarity: Nullable(Type.Number(), 'From −1 to 1; see `similarity_note`. Null until it is ready.'),
    similarity_note: Type.String(),
    base_voice: Nullable(
      Type.String(),
      'The preset that gives the voice its accent. Null until it is ready, and for voices that only their own engine speaks.',
    ),
    fast_speech: FastSpeech,
    quality: Type.Array(
      Type.Object({
        sample: Type.String({ description: 'File name.' }),
        seconds: Type.Number(),
        speech_seconds: Type.Number({ description: 'Of the part that was judged.' }),
        snr_db: Type.Number({ description: 'Level of the speech above the background, as uploaded.' }),
        quality: Type.Number({ minimum: 0, maximum: 1 }),
        note: Type.String(),
      }),
      { description: 'What was measured of each sample.' },
    ),
    prosody_from: Nullable(Type.String(), 'The voice whose delivery it has.'),
    remix_of: Nullable(Type.String(), 'The voice that this one is a remix of.'),
    remix: Nullable(
      Type.Object({
        prompt: Type.String(),
        strength: Type.Number(),
        understood: Type.Array(Type.String(), { description: 'Words of the prompt that had an effect.' }),
        ignored: Type.Array(Type.String(), { description: 'Words of the prompt that had none.' }),
      }),
      'How it was remixed. Null unless it is a remix.',
    ),
    error: Nullable(Type.String(), 'Why it failed.'),
    error_code: Nullable(Type.String(), 'Stable name of the cause.'),
    consent: Nullable(
      Type.Object({
        version: Type.String(),
        given_at: Type.String({ format: 'date-time' }),
        verified: Type.Boolean({
          description: 'Whether the consent was also spoken, in the voice of the samples.',
        }),
      }),
      'Null for remixes, which need none of their own.',
    ),
    job_id: Type.String({
      description: 'The job that makes the voice. DELETE /api/v1/jobs/{id} cancels it.',
    }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'VoiceClone' },
);
export type CloneView = Static<typeof CloneView>;

export const ClonePage = Type.Object({ clones: Type.Array(CloneView), next_cursor: NextCursor });
export const RenameRequest = Type.Object({ name: Name });

export const CreatedClone = Type.Object({
  clone: CloneView,
  voice_id: Type.String({ format: 'uuid' }),
  kind: Kind,
  samples_uploaded: Type.Integer(),
  poll: Type.String({ description: 'Path of the clone.' }),
});

/** The schema is for the document only: the parts are read as they stream in. */
export const CloneUpload = Type.Object({
  name: Type.Optional(Name),
  kind: Type.Optional(
    Type.Union([Type.Literal('instant'), Type.Literal('professional')], { default: 'instant' }),
  ),
  samples: Type.Array(Type.String({ format: 'binary' }), {
    description:
      'WAV or MP3 of one person, also as `sample`. Instant: 1 to 5 files of 5 to 10 seconds, each under 8 MB. Professional: 5 to 25 files of 2 to 30 minutes together, each under 32 MB.',
  }),
  engine: Type.Optional(Engine),
  consent: Type.Boolean({ description: 'Must be true: you agree to the text of GET /api/voices/consent.' }),
  language: Type.Optional(
    Type.String({
      description:
        'ISO code of the language the voice is fitted for. A region, as in en-GB, picks the accent.',
      default: 'en',
      examples: ['en', 'en-GB'],
    }),
  ),
  prosody_from: Type.Optional(
    Type.String({
      description:
        'A preset, a blend or another voice of yours: the clone has its melody and pace, and the timbre and pitch of the samples.',
      examples: ['bf_emma'],
    }),
  ),
  remove_background_noise: Type.Optional(
    Type.Boolean({
      description:
        'Removes background noise before the samples are judged and the clone is made. Speech then has to be 7 dB above the noise instead of 10. The samples are stored as uploaded. Helps against hum and hiss, hardly against other voices; a quiet room is better than either.',
      default: false,
    }),
  ),
  webhook_url: Type.Optional(
    Type.String({
      description: 'Webhook URL for clone.ready and clone.failed. Overrides the account default.',
    }),
  ),
});
