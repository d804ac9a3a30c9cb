import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import {
  ERAS,
  GENRE_NAMES,
  genreOf,
  INSTRUMENT_NAMES,
  keyName,
  MOOD_NAMES,
  TIME_SIGNATURES,
} from '../../../engines/music/index.ts';
import {
  type Answer,
  callerOf,
  clientGone,
  errors,
  type Idempotency,
  jsonWithBytes,
  prefersJson,
} from '../../http/index.ts';
import { CREDITS_PER_UNIT } from '../../money/pricing/index.ts';
import { slugOf } from '../sound/index.ts';
import { MUSIC_HEADERS, MusicCatalogSchema, MusicViewSchema } from './answer-schemas.ts';
import { PreviewNotFound } from './errors.ts';
import { type Music, type MusicDeps, makeMusic } from './make-music.ts';
import { viewOfPlan } from './plan-view.ts';
import { createMusicPreviews } from './previews.ts';
import {
  MAX_SECONDS,
  MIN_SECONDS,
  MUSIC_CONTENT_TYPES,
  MUSIC_FORMATS,
  MusicRequestSchema,
} from './schemas.ts';

type Deps = MusicDeps & { idempotency: Idempotency; publicUrl: string };

const binary = { schema: { type: 'string', format: 'binary' } };
const CONTENT: Record<string, { schema: object }> = {
  ...Object.fromEntries(Object.values(MUSIC_CONTENT_TYPES).map((type) => [type, binary])),
  'application/zip': binary,
  'application/json': { schema: MusicViewSchema },
};
const MOST_UNKNOWN_WORDS = 20;

export function musicRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const tags = ['Music'];
    const previews = createMusicPreviews(deps);
    const catalogSchema = {
      tags,
      summary: 'List genres, moods and instruments',
      response: { 200: MusicCatalogSchema },
    };
    app.get('/api/v1/music', { schema: catalogSchema, config: { auth: 'public' } }, async () => ({
      available: deps.music.status() !== 'absent',
      model: deps.music.model,
      models: await deps.remoteSound.models('music', {
        id: deps.music.model,
        available: deps.music.status() !== 'absent',
      }),
      genres: GENRE_NAMES.map((name) => describeGenre(name, deps.publicUrl)),
      moods: MOOD_NAMES.map((name) => ({ name, preview_url: previewUrl(name, deps.publicUrl) })),
      instruments: [...INSTRUMENT_NAMES],
      eras: [...ERAS],
      time_signatures: Object.keys(TIME_SIGNATURES),
      formats: [...MUSIC_FORMATS],
      limits: { min_seconds: MIN_SECONDS, max_seconds: MAX_SECONDS },
      credits_per_second: CREDITS_PER_UNIT.music_second,
    }));

    const previewSchema = {
      tags,
      summary: 'Hear a genre or a mood',
      params: Type.Object({ name: Type.String({ maxLength: 100 }) }),
      response: {
        200: { description: 'Eight seconds of it.', content: { 'audio/wav': binary } },
        ...errors(404, 502, 503),
      },
    };
    app.get(
      '/api/v1/music/:name/preview',
      { schema: previewSchema, config: { auth: 'public' } },
      async (request, reply) => {
        const preview = await previews.previewOf(request.params.name);
        if (!preview) throw new PreviewNotFound();
        return reply.type('audio/wav').header('cache-control', 'public, max-age=86400').send(preview);
      },
    );

    const schema = {
      tags,
      summary: 'Make music from a prompt',
      description:
        'Composes and plays a piece of exactly this length: stereo, 44.1 kHz, −16 LUFS. Costs 8 credits per second. With `Accept: application/json` the answer is the file in base64 with the plan that was read from the prompt; change the plan and send it back to refine the piece.',
      body: MusicRequestSchema,
      response: {
        200: {
          description: 'The music.',
          headers: MUSIC_HEADERS,
          content: CONTENT,
        },
        ...errors(402, 404, 409, 422, 502, 503),
      },
    };
    app.post(
      '/api/v1/music',
      { schema, config: { auth: 'bearer-or-session', permission: 'music:use', idempotent: true } },
      (request, reply) => {
        const { accept } = request.headers;
        return deps.idempotency.answerOnce(request, reply, (receipt) =>
          makeMusic(deps, callerOf(request), request.body, {
            requestId: request.id,
            signal: clientGone(reply),
            receipt,
            answerWith: (music) =>
              prefersJson(accept, music.contentType) ? jsonAnswer(music) : fileAnswer(music),
          }),
        );
      },
    );
  };
}

function describeGenre(name: (typeof GENRE_NAMES)[number], publicUrl: string) {
  const { tempo, mode, beats, parts } = genreOf(name);
  const [lowest, usual, highest] = tempo;
  return {
    name,
    bpm: { lowest, usual, highest },
    mode,
    time_signature: beats === 3 ? '3/4' : '4/4',
    instruments: [...new Set(parts.map(({ instrument }) => instrument))],
    preview_url: previewUrl(name, publicUrl),
  };
}

function previewUrl(name: string, publicUrl: string): string {
  return `${publicUrl}/api/v1/music/${encodeURIComponent(slugOf({ name }))}/preview`;
}

function fileAnswer(music: Music): Answer {
  const headers = { ...headersOf(music), 'content-type': music.contentType };
  return { status: 200, headers, body: music.file };
}

async function jsonAnswer(music: Music): Promise<Answer> {
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
    ...(plan.without.length > 0 && { 'x-music-without': plan.without.join(',') }),
    ...(unknown && { 'x-music-unknown': unknown }),
  };
}

/** A word may end in half a surrogate pair, which no encoding has. */
function encodeWord(word: string): string {
  return encodeURIComponent(word.slice(0, 40).toWellFormed());
}
