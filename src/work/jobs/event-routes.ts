import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { accessEnded, callerOf, clientGone, errors, sendEvents } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { describeJob, type OutputUrl } from './describe-job.ts';
import type { JobKinds } from './kinds.ts';
import { readJob } from './read-jobs.ts';
import { JobParams } from './schemas.ts';
import { isFinalId, streamEvents } from './stream-events.ts';
import type { JobWatch } from './watch-jobs.ts';

type Deps = { db: Db; watch: JobWatch; kinds: JobKinds; outputUrl: OutputUrl };

const schema = {
  tags: ['Jobs'],
  summary: 'Stream the events of a job',
  description:
    'Sends `snapshot`, then `progress`, then one of `completed`, `failed` and `canceled`. Each event carries the ' +
    'job. When the key, session, account or plan ends, the last event is `error` with the reason. `Last-Event-ID` resumes after that event; 204 when it was the last one. An account can have 50 event ' +
    'streams open on a node; beyond that the response is 429 `too_many_streams`.',
  params: JobParams,
  response: {
    200: {
      description: 'The events.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    204: { type: 'null', description: 'There are no further events.' },
    ...errors(404, 503),
  },
};

export function jobEventRoutes({ db, watch, kinds, outputUrl }: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    // Open streams would block shutdown. Clients resume on another node with their last event id.
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());

    app.get(
      '/api/v1/jobs/:id/events',
      { schema, config: { auth: 'bearer-or-session', permission: 'jobs:read', stream: 'events' } },
      async (request, reply) => {
        const { accountId } = callerOf(request);
        const job = await readJob(db, accountId, request.params.id);
        const after = versionIn(request.headers['last-event-id']);
        if (isFinalId(job, after)) return reply.code(204).send();
        const signal = AbortSignal.any([clientGone(reply), closing.signal, accessEnded(request)]);
        const view = (row: typeof job) => describeJob({ kinds, outputUrl }, row);
        const events = streamEvents({ db, watch, view }, accountId, job.id, { after, signal });
        return sendEvents(request, reply, events);
      },
    );
  };
}

function versionIn(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null;
}
