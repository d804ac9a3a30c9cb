import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { describeEstimate } from './describe-estimate.ts';
import { EstimateRequestSchema, EstimateSchema } from './schemas.ts';

export function estimateRoutes(deps: { db: Db; clock: Clock }): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Generate'],
      summary: 'What something would cost',
      description: 'Credits, length and the caps of your plan; nothing is spent.',
      body: EstimateRequestSchema,
      response: { 200: EstimateSchema },
    };
    app.post('/api/v1/estimate', { schema, config: { auth: 'bearer' } }, async (request) =>
      describeEstimate(deps, callerOf(request), request.body),
    );
  };
}
