import { Type } from '@sinclair/typebox';
import { NextCursor } from '../../http/index.ts';
import type { GenerationRow } from './queries.ts';

const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const GenerationView = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({ description: 'What made it: tts, tts_stream.' }),
    text_excerpt: Type.String({ description: 'The beginning of the text, at most 200 characters.' }),
    voice_id: Type.String(),
    model: Type.String(),
    format: Type.String(),
    characters: Type.Integer(),
    credits: Type.Integer(),
    duration_seconds: Type.Number(),
    created_at: Type.String({ format: 'date-time' }),
    audio_url: Nullable('Where the audio is; null once it is no longer kept.'),
  },
  { title: 'Generation' },
);

export const GenerationPage = Type.Object({
  generations: Type.Array(GenerationView),
  next_cursor: NextCursor,
});
export const GenerationParams = Type.Object({ id: Type.String({ maxLength: 100 }) });

export function viewOf({ audio_key, created_at, ...row }: GenerationRow) {
  const audioUrl = audio_key === null ? null : `/api/v1/history/${row.id}/audio`;
  return { ...row, created_at: created_at.toISOString(), audio_url: audioUrl };
}
