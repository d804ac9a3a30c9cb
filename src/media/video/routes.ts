import { createReadStream } from 'node:fs';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { callerOf, errors, type Idempotency } from '../../http/index.ts';
import { describeJob, type JobDeps, JobSchema, readJob } from '../../work/jobs/index.ts';
import { AvatarNotFound } from './errors.ts';
import { type AvatarDeps, orderAvatar } from './order-avatar.ts';
import { AvatarList, AvatarRequestSchema, viewOfAvatar } from './schemas.ts';
import { takeVideoJob } from './take-job.ts';

export type VideoRouteDeps = AvatarDeps & JobDeps & { idempotency: Idempotency; publicUrl: string };

export function videoRoutes(deps: VideoRouteDeps): FastifyPluginAsyncTypebox {
  const tags = ['Video'];
  return async (app) => {
    const avatarSchema = {
      tags,
      summary: 'A person on screen who says a text',
      description:
        'Answers with a job. Costs one credit a character and ten a second of the film, taken when it is completed.',
      body: AvatarRequestSchema,
      response: { 202: JobSchema, ...errors(400, 401, 402, 404, 409, 429) },
    };
    const config = { auth: 'bearer', bucket: 'generate' } as const;
    app.post('/api/v1/avatar', { schema: avatarSchema, config }, async (request, reply) =>
      deps.idempotency.answerOnce(request, reply, async (receipt) => {
        const caller = callerOf(request);
        const order = await orderAvatar(deps, caller, request.body, request.id);
        return deps.db.transaction().execute(async (tx) => {
          const { jobId } = await takeVideoJob(deps, tx, order);
          const job = describeJob(deps, await readJob(tx, caller.accountId, jobId));
          const answer = { status: 202, headers: { location: job.poll }, body: job };
          await receipt?.keep(tx, answer);
          return answer;
        });
      }),
    );

    const listSchema = { tags, summary: 'Preset avatars', response: { 200: AvatarList } };
    app.get('/api/v1/avatars', { schema: listSchema, config: { auth: 'bearer-or-session' } }, async () => ({
      avatars: deps.presenters.map((presenter) => viewOfAvatar(presenter, deps.publicUrl)),
    }));

    const thumbnailSchema = {
      tags,
      summary: 'What a preset avatar looks like',
      params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
      response: {
        200: {
          description: 'The picture.',
          content: { 'image/jpeg': { schema: { type: 'string', format: 'binary' } } },
        },
        ...errors(404),
      },
    };
    const open = { auth: 'public', bucket: 'public' } as const;
    app.get(
      '/api/v1/avatars/:id/thumbnail',
      { schema: thumbnailSchema, config: open },
      async (request, reply) => {
        const presenter = deps.presenters.find(({ id }) => id === request.params.id);
        if (!presenter) throw new AvatarNotFound();
        return reply
          .headers({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=86400' })
          .send(createReadStream(presenter.thumbnailPath));
      },
    );
  };
}
