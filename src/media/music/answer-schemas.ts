import { Type } from '@sinclair/typebox';
import { SoundModels } from '../sound/index.ts';
import { PlanSchema } from './schemas.ts';

export const MusicViewSchema = Type.Object(
  {
    audio: Type.String({ description: 'The file, base64.' }),
    format: Type.String({ description: 'Of the file: `zip` with stems.' }),
    duration_seconds: Type.Number(),
    seed: Type.Integer(),
    credits: Type.Integer(),
    model: Type.String(),
    history_id: Type.String(),
    plan: PlanSchema,
    played_bpm: Type.Number({ description: 'The tempo at which it is played, on average.' }),
    understood: Type.Array(Type.String(), {
      description: 'Words and phrases of the prompt that had an effect.',
    }),
    unknown: Type.Array(Type.String(), { description: 'Words that were ignored.' }),
  },
  { title: 'Music' },
);

const text = (description: string) => ({ type: 'string', description });
export const MUSIC_HEADERS = {
  'X-Model': text('What made it.'),
  'X-Cache': {
    type: 'string',
    enum: ['hit', 'miss'],
    description: 'Whether it is a copy of what your account made before. The price is the same.',
  },
  'X-Seed': { type: 'integer', description: 'The seed that was used.' },
  'X-Duration-Seconds': { type: 'integer', description: 'Length of the music.' },
  'X-Music-Genre': text('The genre that was read from the prompt.'),
  'X-Music-Mood': text('The mood.'),
  'X-Music-Key': text('The key.'),
  'X-Music-Bpm': text('The tempo at which it is played.'),
  'X-Music-Without': text('What was left out, divided by commas.'),
  'X-Music-Unknown': text('Words of the prompt that were ignored, percent-encoded, divided by commas.'),
  'X-History-Id': text('Id in GET /api/v1/history.'),
};

const Tempos = Type.Object({ lowest: Type.Number(), usual: Type.Number(), highest: Type.Number() });
export const MusicCatalogSchema = Type.Object(
  {
    available: Type.Boolean(),
    model: Type.String(),
    models: SoundModels,
    genres: Type.Array(
      Type.Object({
        name: Type.String(),
        bpm: Tempos,
        mode: Type.String(),
        time_signature: Type.String(),
        instruments: Type.Array(Type.String()),
        preview_url: Type.String(),
      }),
    ),
    moods: Type.Array(Type.Object({ name: Type.String(), preview_url: Type.String() })),
    instruments: Type.Array(Type.String()),
    eras: Type.Array(Type.String()),
    time_signatures: Type.Array(Type.String()),
    formats: Type.Array(Type.String()),
    limits: Type.Object({ min_seconds: Type.Integer(), max_seconds: Type.Integer() }),
    credits_per_second: Type.Integer(),
  },
  { title: 'MusicCatalog' },
);
