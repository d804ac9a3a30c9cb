import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { accessEnded, callerOf, clientGone, errors, isUuid, sendEvents } from '../../http/index.ts';
import { matcherOf } from './event-patterns.ts';
import { ListenQuery } from './schemas.ts';
import { type ListenDeps, streamLiveEvents } from './stream-live-events.ts';

const schema = {
  tags: ['Webhooks'],
  summary: 'Stream webhook events',
  description:
    'For development: what webhooks receive, while the stream is open and whether or not a webhook URL is set. ' +
    'Sends `ready` with a `secret`, then a `webhook` for each event, with the `headers` and the raw `body` of ' +
    'its delivery. It is signed with that secret, and with your own where signing is on. `Last-Event-ID` ' +
    'resumes after that event if it is recent. Deliveries are not affected. The stream counts as an event stream.',
  querystring: ListenQuery,
  response: {
    200: {
      description: 'The events.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    ...errors(503),
  },
};

export function listenRoutes(deps: ListenDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    // Open streams would block shutdown. Clients resume on another node with their last event id.
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());

    app.get(
      '/api/v1/webhook-events',
      { schema, config: { auth: 'bearer-or-session', permission: 'webhooks:read', stream: 'events' } },
      async (request, reply) => {
        const signal = AbortSignal.any([clientGone(reply), closing.signal, accessEnded(request)]);
        const matches = matcherOf(request.query.events ?? '*');
        const given = request.headers['last-event-id'];
        const lastId = typeof given === 'string' && isUuid(given) ? given.toLowerCase() : null;
        const { accountId } = callerOf(request);
        const events = streamLiveEvents(deps, accountId, { matches, lastId, signal });
        return sendEvents(request, reply, events);
      },
    );
  };
}
