import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import {
  ERAS,
  GENRE_NAMES,
  genreOf,
  INSTRUMENT_NAMES,
  MOOD_NAMES,
  TIME_SIGNATURES,
} from '../../../engines/music/index.ts';
import { type App, errors } from '../../http/index.ts';
import { CREDITS_PER_UNIT } from '../../money/pricing/index.ts';
import { domainError } from '../../platform/errors.ts';
import { SoundModels, slugOf } from '../sound/index.ts';
import type { MusicDeps } from './make-music.ts';
import { createMusicPreviews } from './previews.ts';
import { MAX_SECONDS, MIN_SECONDS, MUSIC_FORMATS } from './schemas.ts';

const Tempos = Type.Object({ lowest: Type.Number(), usual: Type.Number(), highest: Type.Number() });
const MusicCatalogSchema = Type.Object(
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

const PreviewNotFound = domainError(
  'not_found',
  'preview_not_found',
  'There is no genre or mood of this name. GET /api/v1/music lists them.',
);

type Deps = MusicDeps & { publicUrl: string };

const tags = ['Music'];

/** Serves the list of genres, instruments and moods, and their previews. */
export function catalogRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    catalogRoute(app, deps);
    previewRoute(app, deps);
  };
}

function catalogRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'List genres, moods and instruments',
    response: { 200: MusicCatalogSchema },
  };
  app.get('/api/v1/music', { schema, config: { auth: 'public' } }, async () => ({
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
}

function previewRoute(app: App, deps: Deps): void {
  const previews = createMusicPreviews(deps);
  const schema = {
    tags,
    summary: 'Hear a genre or a mood',
    params: Type.Object({ name: Type.String({ maxLength: 100 }) }),
    response: {
      200: {
        description: 'Eight seconds of it.',
        content: { 'audio/wav': { schema: { type: 'string', format: 'binary' } } },
      },
      ...errors(404, 502, 503),
    },
  };
  app.get('/api/v1/music/:name/preview', { schema, config: { auth: 'public' } }, async (request, reply) => {
    const preview = await previews.previewOf(request.params.name);
    if (!preview) throw new PreviewNotFound();
    return reply.type('audio/wav').header('cache-control', 'public, max-age=86400').send(preview);
  });
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
