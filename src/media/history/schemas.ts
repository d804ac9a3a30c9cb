import { Type } from '@sinclair/typebox';
import { NextCursor } from '../../http/index.ts';
import type { GenerationRow } from './queries.ts';

const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const GenerationView = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({ description: 'The operation: `tts`, `tts_timed`, `tts_stream`, `music` or `sfx`.' }),
    text_excerpt: Type.String({
      description: 'The beginning of the text or prompt, at most 200 characters.',
    }),
    voice_id: Nullable('Null for music and sound effects.'),
    model: Type.String(),
    format: Type.String(),
    characters: Type.Integer(),
    credits: Type.Integer(),
    duration_seconds: Type.Number(),
    created_at: Type.String({ format: 'date-time' }),
    audio_url: Nullable(
      'Signed URL of the audio, readable without a key for 7 days; null once it is deleted.',
    ),
  },
  { title: 'Generation' },
);

export const GenerationPage = Type.Object({
  generations: Type.Array(GenerationView),
  next_cursor: NextCursor,
});
export const GenerationParams = Type.Object({ id: Type.String({ maxLength: 100 }) });

export function audioPath(id: string): string {
  return `/api/v1/history/${id}/audio`;
}

export function viewOf({ audio_key, created_at, ...row }: GenerationRow, urlOf: (path: string) => string) {
  const audioUrl = audio_key === null ? null : urlOf(audioPath(row.id));
  return { ...row, created_at: created_at.toISOString(), audio_url: audioUrl };
}
