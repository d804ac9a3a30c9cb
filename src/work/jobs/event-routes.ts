import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf, clientGone, errors } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { describeJob, type OutputUrl } from './describe-job.ts';
import { isFinished } from './job.ts';
import type { JobKinds } from './kinds.ts';
import { readJob } from './read-jobs.ts';
import { JobParams } from './schemas.ts';
import { tellEvents } from './tell-events.ts';
import type { JobWatch } from './watch-jobs.ts';

type Deps = { db: Db; watch: JobWatch; kinds: JobKinds; outputUrl: OutputUrl };

export function jobEventRoutes({ db, watch, kinds, outputUrl }: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    // Listeners would keep a stopping server waiting; they come back to another node with their last id.
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());

    const schema = {
      tags: ['Jobs'],
      summary: 'Follow a job as server-sent events',
      description:
        '`snapshot` first, then `progress`, then one of `completed`, `failed` and `canceled`; each carries the job. ' +
        '`Last-Event-ID` resumes; 204 when there is nothing left to hear.',
      params: JobParams,
      response: {
        200: {
          description: 'The events.',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
        204: { type: 'null', description: 'The end was heard before.' },
        ...errors(404, 503),
      },
    };
    app.get(
      '/api/v1/jobs/:id/events',
      { schema, config: { auth: 'bearer-or-session', stream: 'events' } },
      async (request, reply) => {
        const { accountId } = callerOf(request);
        const job = await readJob(db, accountId, request.params.id);
        const after = versionIn(request.headers['last-event-id']);
        if (after !== null && after >= job.version && isFinished(job)) return reply.code(204).send();
        const signal = AbortSignal.any([clientGone(reply), closing.signal]);
        const view = (row: typeof job) => describeJob({ kinds, outputUrl }, row);
        const events = tellEvents({ db, watch, view }, accountId, job.id, { after, signal });
        return reply
          .headers({
            'content-type': 'text/event-stream; charset=utf-8',
            'cache-control': 'no-cache, no-transform',
            // Tells nginx not to collect what must arrive at once.
            'x-accel-buffering': 'no',
          })
          .send(Readable.from(events));
      },
    );
  };
}

function versionIn(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null;
}
