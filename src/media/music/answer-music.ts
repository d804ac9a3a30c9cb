import { Type } from '@sinclair/typebox';
import { keyName } from '../../../engines/music/index.ts';
import { type Answer, jsonWithBytes } from '../../http/index.ts';
import type { Music } from './make-music.ts';
import { viewOfPlan } from './plan-view.ts';
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
  'X-Provenance-Id': text('Id in GET /api/v1/provenance.'),
};

const MOST_UNKNOWN_WORDS = 20;

export function fileAnswer(music: Music): Answer {
  const headers = { ...headersOf(music), 'content-type': music.contentType };
  return { status: 200, headers, body: music.file };
}

export async function jsonAnswer(music: Music): Promise<Answer> {
  const { reading, plan, seed, bpm, model, format, credits, historyId, durationSeconds } = music;
  const body = await jsonWithBytes('audio', music.file, {
    format: format === 'mid' ? 'midi' : format,
    duration_seconds: durationSeconds,
    seed,
    credits,
    model,
    history_id: historyId,
    plan: viewOfPlan(plan),
    played_bpm: bpm,
    understood: [...reading.understood],
    unknown: [...reading.unknown],
  });
  const headers = { ...headersOf(music), 'content-type': 'application/json; charset=utf-8' };
  return { status: 200, headers, body };
}

function headersOf(music: Music): Record<string, string> {
  const { plan, reading, seed, bpm, model, historyId, durationSeconds, cache } = music;
  const unknown = reading.unknown.slice(0, MOST_UNKNOWN_WORDS).map(encodeWord).join(',');
  return {
    'x-model': model,
    'x-cache': cache,
    'x-seed': String(seed),
    'x-duration-seconds': String(durationSeconds),
    'x-music-genre': plan.genre,
    'x-music-mood': plan.mood,
    'x-music-key': keyName(plan.key),
    'x-music-bpm': String(bpm),
    'x-history-id': historyId,
    'x-provenance-id': historyId,
    ...(plan.without.length > 0 && { 'x-music-without': plan.without.join(',') }),
    ...(unknown && { 'x-music-unknown': unknown }),
  };
}

/** A word may end in half a surrogate pair, which no encoding has. */
function encodeWord(word: string): string {
  return encodeURIComponent(word.slice(0, 40).toWellFormed());
}
