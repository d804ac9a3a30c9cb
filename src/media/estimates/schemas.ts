import { type Static, Type } from '@sinclair/typebox';
import { SYNC_MODES, type SyncMode } from '../../../engines/video/index.ts';
import { LanguageModelPlanView } from '../../money/plans/index.ts';
import { RequestPronunciations } from '../pronunciations/index.ts';
import { SpokenLanguage } from '../speech/index.ts';
import { FilmDisclosureField } from '../video/index.ts';

const KINDS = ['video', 'lipsync', 'avatar', 'dub', 'tts', 'stt', 'music', 'sfx', 'llm'] as const;

const Seconds = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 1e6, description, examples: [12.5] }));

export const EstimateRequestSchema = Type.Object(
  {
    kind: Type.Unsafe<(typeof KINDS)[number]>({
      type: 'string',
      enum: [...KINDS],
      description:
        '`video` and `lipsync` as on POST /api/v1/generate, `llm` as a language model answers an agent once, the others as on the route of that name.',
    }),
    text: Type.Optional(
      Type.String({
        description: 'The text to speak, or everything that the language model reads.',
        examples: ['Hello there.'],
      }),
    ),
    voice_id: Type.Optional(Type.String({ default: 'af_heart', minLength: 1 })),
    model: Type.Optional(Type.String({ default: 'kokoro-82m' })),
    speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2, default: 1 })),
    language: Type.Optional(SpokenLanguage),
    pronunciations: Type.Optional(RequestPronunciations),
    disclosure: Type.Optional(FilmDisclosureField),
    seconds: Seconds(
      'Length of the audio of a video without text, of the film to dub, of the audio to transcribe, or of the music.',
    ),
    output_tokens: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1e6, default: 0, description: 'What the language model writes.' }),
    ),
    clip_seconds: Seconds('Length of the clip that is synced to the audio, if any.'),
    sync_mode: Type.Optional(
      Type.Unsafe<SyncMode>({
        type: 'string',
        enum: [...SYNC_MODES],
        description: 'Default: `loop` for `avatar`, else `cut_off`.',
      }),
    ),
    lip_sync: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Whether the lips of a film follow its dub. False for a sound.',
      }),
    ),
    script: Type.Optional(
      Type.String({ description: 'What is said in the film to dub: plain text, SRT or VTT.' }),
    ),
    fit: Type.Optional(
      Type.Unsafe<'speech' | 'picture'>({
        type: 'string',
        enum: ['speech', 'picture'],
        description: '`picture`: the dub slows the picture down, which costs its seconds.',
      }),
    ),
    dub_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'A dub that is rendered again, with `kind` `dub`: the price of what has changed. Nothing else is read.',
      }),
    ),
  },
  { title: 'EstimateRequest' },
);
export type EstimateRequest = Static<typeof EstimateRequestSchema>;

/** Absent for a key without `billing:read`. */
export const QuoteFields = Type.Partial(
  Type.Object({
    over_quota_credits: Type.Integer({ description: 'Credits that the monthly quota does not cover.' }),
    over_quota_cents: Type.Integer({ description: 'Their cost from the wallet, rounded up.' }),
    remaining_credits: Type.Integer({ description: 'Credits left in the monthly quota.' }),
    affordable: Type.Boolean({ description: 'Whether the request would be accepted now.' }),
  }),
);

export const EstimateSchema = Type.Composite(
  [
    Type.Object({
      kind: Type.String(),
      characters: Type.Integer(),
      duration_seconds: Type.Number({ description: 'Length of the result; estimated for speech.' }),
      credits: Type.Integer(),
      routing_credits: Type.Integer(),
    }),
    QuoteFields,
    Type.Object({
      plan: Type.Optional(
        Type.Object({
          id: Type.String(),
          media_seconds: Type.Integer(),
          upload_bytes: Type.Integer(),
          generate_per_minute: Type.Integer(),
          batch_items: Type.Integer(),
          neural_lip_sync: Type.String(),
          voice_slots: Type.Integer(),
          video_height: Type.Integer(),
          audio_kbps: Type.Integer(),
          language_model: LanguageModelPlanView,
        }),
      ),
    }),
  ],
  { title: 'Estimate' },
);
export type Estimate = Static<typeof EstimateSchema>;
