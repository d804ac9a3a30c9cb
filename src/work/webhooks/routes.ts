import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf, errors, type Idempotency } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Queue } from '../../platform/queue/index.ts';
import { findOwnDelivery, listDeliveries } from './read-deliveries.ts';
import { replayDelivery } from './replay-delivery.ts';
import { DeliveryPage, DeliveryParams, DeliveryQuery, DeliveryView, viewOf } from './schemas.ts';

type Deps = { db: Db; clock: Clock; queue: Queue; idempotency: Idempotency };

const PATH = '/api/v1/webhook-deliveries';

export function webhookRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const config = { auth: 'bearer-or-session' } as const;
    const tags = ['Webhooks'];
    const params = DeliveryParams;

    const listSchema = {
      tags,
      summary: 'List what was sent to your webhooks',
      description: 'Newest first, of the last 30 days.',
      querystring: DeliveryQuery,
      response: { 200: DeliveryPage },
    };
    app.get(PATH, { schema: listSchema, config }, async (request) => {
      const { accountId } = callerOf(request);
      const { deliveries, nextCursor } = await listDeliveries(deps, accountId, request.query);
      return { webhook_deliveries: deliveries.map(viewOf), next_cursor: nextCursor };
    });

    const response = { 200: DeliveryView, ...errors(404) };
    const oneSchema = { tags, summary: 'One delivery', params, response };
    app.get(`${PATH}/:id`, { schema: oneSchema, config }, async (request) =>
      viewOf(await findOwnDelivery(deps, callerOf(request).accountId, request.params.id)),
    );

    const replaySchema = {
      tags,
      summary: 'Send a delivery once more',
      description: 'Makes a new delivery of the same event to the same address, under the same `webhook-id`.',
      params,
      response: { 202: DeliveryView, ...errors(404, 409) },
    };
    app.post(`${PATH}/:id/replay`, { schema: replaySchema, config }, async (request, reply) => {
      const { accountId } = callerOf(request);
      return deps.idempotency.answerOnce(request, reply, (receipt) =>
        deps.db.transaction().execute(async (tx) => {
          const replay = await replayDelivery({ ...deps, tx }, accountId, request.params.id);
          const answer = { status: 202, body: viewOf(replay) };
          await receipt?.keep(tx, answer);
          return answer;
        }),
      );
    });
  };
}
