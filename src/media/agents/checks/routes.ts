import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf, clientGone, errors, type Idempotency } from '../../../http/index.ts';
import { AgentParams } from '../schemas.ts';
import { type CheckDeps, checkAgentTalk } from './check-agent-talk.ts';
import { ChecksBody, ChecksView } from './schemas.ts';

export function checkRoutes(deps: CheckDeps & { idempotency: Idempotency }): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Agents'],
      summary: 'Check what an agent says',
      description:
        'Talks to the agent as written and says which turns were answered as expected, and why not. Nothing is spoken, no webhook is called and no conversation is kept. A language model costs its tokens at the rate of your plan (`GET /api/v1/plans`); a flow costs nothing, and a check that fails neither.',
      params: AgentParams,
      body: ChecksBody,
      response: { 200: ChecksView, ...errors(402, 404, 409, 502, 503) },
    };
    app.post(
      '/api/v1/agents/:id/checks',
      { schema, config: { auth: 'bearer-or-session', permission: 'agents:use', idempotent: true } },
      async (request, reply) => {
        const signal = clientGone(reply);
        return deps.idempotency.answerOnce(request, reply, (keeper) =>
          checkAgentTalk(deps, callerOf(request), request.params.id, request.body, {
            requestId: request.id,
            signal,
            keeper,
          }),
        );
      },
    );
  };
}
