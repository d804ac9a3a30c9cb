import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { SOUND_FORMATS } from '../../../engines/codec/index.ts';
import { LONGEST_SECONDS, ROOMS, SHORTEST_SECONDS } from '../../../engines/sound-effects/index.ts';
import { type App, callerOf, clientGone, errors, type Idempotency } from '../../http/index.ts';
import { CREDITS_PER_UNIT } from '../../money/pricing/index.ts';
import { createPreviews, type Previews, slugOf } from '../sound/index.ts';
import { KindNotFound } from './errors.ts';
import { type EffectDeps, makeEffect } from './make-effect.ts';
import {
  EFFECT_CONTENT,
  EFFECT_HEADERS,
  type EffectCatalog,
  EffectCatalogSchema,
  EffectRequestSchema,
} from './schemas.ts';

type Deps = EffectDeps & { idempotency: Idempotency; publicUrl: string };

const LISTED_WORDS = 8;
const PREVIEW_SEED = 1;

const tags = ['Sound'];

export function effectRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    makeRoute(app, deps);
    catalogRoute(app, deps);
    previewRoute(app, deps);
  };
}

function makeRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Make a sound effect',
    description:
      'Costs 20 credits. Synthesized, so it is free to use. −18 LUFS, or a true peak of −1 dBTP for short impacts. The headers say what was understood.',
    body: EffectRequestSchema,
    response: {
      200: {
        description: 'One clip, stereo at 44.1 kHz.',
        headers: EFFECT_HEADERS,
        content: EFFECT_CONTENT,
      },
      ...errors(402, 409, 422, 502, 503),
    },
  };
  app.post(
    '/api/v1/sfx',
    { schema, config: { auth: 'bearer-or-session', permission: 'sound_effects:use', idempotent: true } },
    (request, reply) =>
      deps.idempotency.answerOnce(request, reply, (keeper) => {
        const context = { requestId: request.id, signal: clientGone(reply), keeper };
        return makeEffect(deps, callerOf(request), request.body, context);
      }),
  );
}

function catalogRoute(app: App, deps: Deps): void {
  const catalog = catalogOf(deps);
  const schema = {
    tags,
    summary: 'List kinds of sound effects',
    response: { 200: EffectCatalogSchema },
  };
  app.get('/api/v1/sfx', { schema, config: { auth: 'public' } }, async () => ({
    ...catalog,
    models: await deps.remoteSound.models('sfx', {
      id: deps.effects.model,
      available: deps.effects.status() !== 'down',
    }),
  }));
}

function previewRoute(app: App, deps: Deps): void {
  const previews = previewsOf(deps);
  const schema = {
    tags,
    summary: 'Hear a kind of sound effect',
    params: Type.Object({ kind: Type.String({ maxLength: 100 }) }),
    response: {
      200: {
        description: 'The kind as it is usual.',
        content: { 'audio/wav': { schema: { type: 'string', format: 'binary' } } },
      },
      ...errors(404, 502, 503),
    },
  };
  app.get('/api/v1/sfx/:kind/preview', { schema, config: { auth: 'public' } }, async (request, reply) => {
    const preview = await previews.previewOf(request.params.kind);
    if (!preview) throw new KindNotFound();
    return reply.type('audio/wav').header('cache-control', 'public, max-age=86400').send(preview);
  });
}

function previewsOf(deps: Deps): Previews {
  const { effects } = deps;
  const makers = effects.kinds.map((kind) => {
    const render = async () => {
      const { plan } = effects.read(kind.name, { loop: false });
      return effects.render(plan, { seed: PREVIEW_SEED, loop: false }, {});
    };
    return [slugOf(kind), render] as const;
  });
  return createPreviews(deps, effects, new Map(makers));
}

function catalogOf({ effects, publicUrl }: Deps): Omit<EffectCatalog, 'models'> {
  return {
    model: effects.model,
    kinds: effects.kinds.map((kind) => ({
      name: kind.name,
      family: kind.family,
      words: kind.words.split(', ').slice(0, LISTED_WORDS),
      seconds: kind.seconds,
      loopable: kind.isAmbience === true,
      preview_url: `${publicUrl}/api/v1/sfx/${encodeURIComponent(slugOf(kind))}/preview`,
    })),
    rooms: Object.keys(ROOMS),
    formats: [...SOUND_FORMATS],
    limits: { min_seconds: SHORTEST_SECONDS, max_seconds: LONGEST_SECONDS },
    credits_per_clip: CREDITS_PER_UNIT.sfx_clip,
  };
}
