import { type Static, Type } from '@sinclair/typebox';
import { SYNC_MODES } from '../../engines/video/index.ts';
import { ESTIMATE_KINDS } from './estimate-cost.ts';

const Seconds = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 1e6, description, examples: [12.5] }));

export const EstimateRequestSchema = Type.Object(
  {
    kind: Type.Unsafe<(typeof ESTIMATE_KINDS)[number]>({
      type: 'string',
      enum: [...ESTIMATE_KINDS],
      description:
        '`video` and `lipsync` as on POST /api/v1/generate, the others as on the route of their name.',
    }),
    text: Type.Optional(Type.String({ description: 'What is said.', examples: ['Hello there.'] })),
    seconds: Seconds('Of the sound, where it is not text: of a film, stt or music.'),
    clip_seconds: Seconds('Of the video that is synced to it, where there is one.'),
    sync_mode: Type.Optional(
      Type.Unsafe<(typeof SYNC_MODES)[number]>({ type: 'string', enum: [...SYNC_MODES] }),
    ),
  },
  { title: 'EstimateRequest' },
);
export type EstimateRequest = Static<typeof EstimateRequestSchema>;

export const QuoteFields = Type.Object({
  over_quota_credits: Type.Integer({ description: 'What the pool of the month does not cover.' }),
  over_quota_cents: Type.Integer({ description: 'What the wallet would pay for them, rounded up.' }),
  remaining_credits: Type.Integer({ description: 'In the pool now.' }),
  affordable: Type.Boolean({ description: 'Whether the same request would be accepted now.' }),
});

export const EstimateSchema = Type.Composite(
  [
    Type.Object({
      kind: Type.String(),
      characters: Type.Integer(),
      duration_seconds: Type.Number({
        description: 'Of what would be made; an estimate where it is spoken.',
      }),
      credits: Type.Integer(),
      routing_credits: Type.Integer(),
    }),
    QuoteFields,
    Type.Object({
      plan: Type.Object({
        id: Type.String(),
        media_seconds: Type.Integer(),
        upload_bytes: Type.Integer(),
        generate_per_minute: Type.Integer(),
        batch_items: Type.Integer(),
        neural_lip_sync: Type.String(),
        voice_slots: Type.Integer(),
        video_height: Type.Integer(),
        audio_kbps: Type.Integer(),
      }),
    }),
  ],
  { title: 'Estimate' },
);
export type Estimate = Static<typeof EstimateSchema>;
