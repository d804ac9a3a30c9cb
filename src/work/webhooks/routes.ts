import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, callerOf, errors, type Idempotency } from '../../http/index.ts';
import type { DeliverDeps } from './deliver-event.ts';
import { findOwnDelivery, listDeliveries } from './read-deliveries.ts';
import { type ReplayDeps, replayDelivery } from './replay-delivery.ts';
import {
  DeliveryPage,
  DeliveryParams,
  DeliveryQuery,
  DeliveryView,
  TestBody,
  TestView,
  viewOf,
} from './schemas.ts';
import { sendTest } from './send-test.ts';

type Deps = DeliverDeps & ReplayDeps & { idempotency: Idempotency };

const PATH = '/api/v1/webhook-deliveries';

const config = { auth: 'bearer-or-session', permission: 'webhooks:read' } as const;
const tags = ['Webhooks'];
const params = DeliveryParams;

export function webhookRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    listRoute(app, deps);
    readRoute(app, deps);
    replayRoute(app, deps);
    testRoute(app, deps);
  };
}

function listRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'List webhook deliveries',
    description: 'Newest first. Deliveries are kept for 30 days.',
    querystring: DeliveryQuery,
    response: { 200: DeliveryPage },
  };
  app.get(PATH, { schema, config }, async (request) => {
    const { accountId } = callerOf(request);
    const { deliveries, nextCursor } = await listDeliveries(deps, accountId, request.query);
    return { webhook_deliveries: deliveries.map(viewOf), next_cursor: nextCursor };
  });
}

function readRoute(app: App, deps: Deps): void {
  const response = { 200: DeliveryView, ...errors(404) };
  const schema = { tags, summary: 'Get a webhook delivery', params, response };
  app.get(`${PATH}/:id`, { schema, config }, async (request) =>
    viewOf(await findOwnDelivery(deps, callerOf(request).accountId, request.params.id)),
  );
}

function replayRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Replay a webhook delivery',
    description:
      'Sends the event to the same URL again, as a new delivery with the same `webhook-id`. Signed URLs in ' +
      'the payload are renewed.',
    params,
    response: { 202: DeliveryView, ...errors(404, 409) },
  };
  app.post(
    `${PATH}/:id/replay`,
    { schema, config: { ...config, permission: 'webhooks:manage', idempotent: true } },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      return deps.idempotency.answerInTransaction(request, reply, async (tx) => {
        const replay = await replayDelivery({ ...deps, tx }, accountId, request.params.id);
        return { status: 202, body: viewOf(replay) };
      });
    },
  );
}

function testRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Send a test event',
    description:
      'Sends `webhook.test` to `url`, or to the default URL, and returns the result. Signed like other ' +
      'events; neither logged nor retried.',
    body: TestBody,
    response: { 200: TestView, ...errors(409) },
  };
  const bySession = { auth: 'session', bucket: 'general' } as const;
  app.post('/api/settings/webhook-test', { schema, config: bySession }, async (request) => {
    const result = await sendTest(deps, callerOf(request).accountId, request.body?.url);
    const { url, durationMs, responseStatus, responseBody, error } = result;
    return {
      delivered: error === null,
      url,
      status: responseStatus,
      ms: durationMs,
      response_body: responseBody,
      error,
    };
  });
}
