import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf, errors } from '../../http/index.ts';
import { describeEstimate } from './describe-estimate.ts';
import type { EstimateDeps } from './estimate-cost.ts';
import { EstimateRequestSchema, EstimateSchema } from './schemas.ts';

export function estimateRoutes(deps: EstimateDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Generate'],
      summary: 'Estimate credits',
      description:
        'Returns the credits, the length and the caps of your plan. Spends nothing. A key without `billing:read` gets the price, but neither the plan nor what is left of it.',
      body: EstimateRequestSchema,
      response: { 200: EstimateSchema, ...errors(400, 401, 404, 409, 429) },
    };
    app.post(
      '/api/v1/estimate',
      { schema, config: { auth: 'bearer', permission: 'any:read' } },
      async (request) => describeEstimate(deps, callerOf(request), request.body),
    );
  };
}
