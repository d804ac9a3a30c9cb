import { createReadStream } from 'node:fs';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, addressOf, callerOf, errors, type Idempotency } from '../../http/index.ts';
import { describeJob, type JobDeps, readJob } from '../../work/jobs/index.ts';
import { enqueueVideo } from './enqueue-video.ts';
import { AvatarNotFound } from './errors.ts';
import { type AvatarDeps, quoteAvatar } from './quote-video.ts';
import { AvatarList, AvatarRequestSchema, viewOfAvatar } from './schemas.ts';

export type VideoRouteDeps = AvatarDeps & JobDeps & { idempotency: Idempotency; publicUrl: string };

const tags = ['Video'];

export function videoRoutes(deps: VideoRouteDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    renderRoute(app, deps);
    listAvatarsRoute(app, deps);
    thumbnailRoute(app, deps);
  };
}

function renderRoute(app: App, deps: VideoRouteDeps): void {
  const schema = {
    tags,
    summary: 'Create an avatar video',
    description:
      'Renders a person on screen who speaks the text, as a job. Costs one credit per character and ten per second of video, charged on completion.',
    body: AvatarRequestSchema,
    response: { 202: deps.kinds.schema, ...errors(400, 401, 402, 404, 409, 429) },
  };
  const config = { auth: 'bearer', permission: 'video:use', bucket: 'generate', idempotent: true } as const;
  app.post('/api/v1/avatar', { schema, config }, async (request, reply) =>
    deps.idempotency.answerOnce(request, reply, async (keeper) => {
      const caller = callerOf(request);
      const quote = await quoteAvatar(deps, caller, request.body, request.id);
      return deps.db.transaction().execute(async (tx) => {
        const { jobId } = await enqueueVideo(deps, tx, quote, { address: addressOf(request) });
        const job = describeJob(deps, await readJob(tx, caller.accountId, jobId));
        const answer = { status: 202, headers: { location: job.poll }, body: job };
        await keeper?.keep(tx, answer);
        return answer;
      });
    }),
  );
}

function listAvatarsRoute(app: App, deps: VideoRouteDeps): void {
  const schema = { tags, summary: 'List preset avatars', response: { 200: AvatarList } };
  app.get(
    '/api/v1/avatars',
    { schema, config: { auth: 'bearer-or-session', permission: 'video:read' } },
    async () => ({
      avatars: deps.presenters.map((presenter) => viewOfAvatar(presenter, deps.publicUrl)),
    }),
  );
}

function thumbnailRoute(app: App, deps: VideoRouteDeps): void {
  const schema = {
    tags,
    summary: 'Get the thumbnail of a preset avatar',
    params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
    response: {
      200: {
        description: 'JPEG, or WebP for clients that accept it.',
        content: {
          'image/jpeg': { schema: { type: 'string', format: 'binary' } },
          'image/webp': { schema: { type: 'string', format: 'binary' } },
        },
      },
      ...errors(404),
    },
  };
  const open = { auth: 'public', bucket: 'public' } as const;
  app.get('/api/v1/avatars/:id/thumbnail', { schema, config: open }, async (request, reply) => {
    const presenter = deps.presenters.find(({ id }) => id === request.params.id);
    if (!presenter) throw new AvatarNotFound();
    const type = request.headers.accept?.includes('image/webp') ? 'webp' : 'jpeg';
    return reply
      .headers({
        'content-type': `image/${type}`,
        'cache-control': 'public, max-age=86400',
        vary: 'accept',
      })
      .send(createReadStream(presenter.thumbnails[type]));
  });
}
