import { type Static, Type } from '@sinclair/typebox';
import type { VoiceRow } from '../custom-voice.ts';

const STATUSES = {
  adapting: 'preparing',
  adapted: 'ready',
  declined: 'unsuitable',
  failed: 'failed',
} as const;

export const FastSpeech = Type.Union(
  [
    Type.Object({
      status: Type.Unsafe<(typeof STATUSES)[keyof typeof STATUSES]>({
        type: 'string',
        enum: Object.values(STATUSES),
        description:
          '`ready`: the voice speaks through the fast engine, as presets do. `unsuitable`: it would lose likeness, loudness or clarity, so it keeps the original engine.',
      }),
      reasons: Type.Array(Type.String(), {
        description: 'What was measured, or what kept the voice as it was.',
      }),
      judged_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    }),
    Type.Null(),
  ],
  {
    description:
      'A new voice speaks through the original engine at once. When the server has time, it prepares the fast engine for the voice, which takes some minutes, and compares both: only a voice that loses nothing moves over. Null until the server has begun.',
  },
);
export type FastSpeech = Static<typeof FastSpeech>;

export function fastSpeechOf({ adaptation }: Pick<VoiceRow, 'adaptation'>): FastSpeech {
  if (!adaptation) return null;
  const { status, reasons, ended_at: endedAt } = adaptation;
  return { status: STATUSES[status], reasons, judged_at: endedAt && new Date(endedAt).toISOString() };
}
