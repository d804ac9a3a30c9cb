import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf, errors, type Idempotency, PageQuery } from '../../http/index.ts';
import { type Agent, isDisclosing, summaryOf, viewOf } from './agent.ts';
import type { CheckAgentDeps } from './check-agent.ts';
import { deleteAgent } from './conversations/end-conversation.ts';
import { changeAgent, createAgent, listAgents, MAX_AGENTS, readAgent } from './manage-agents.ts';
import { AgentPage, AgentParams, AgentView, ChangeAgentBody, CreateAgentBody } from './schemas.ts';

export type AgentRoutesDeps = CheckAgentDeps & { idempotency: Pick<Idempotency, 'answerOnce'> };

export function agentRoutes(deps: AgentRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const config = { auth: 'bearer-or-session', permission: 'agents:read' } as const;
    const managing = { ...config, permission: 'agents:manage' } as const;
    const tags = ['Agents'];
    const params = AgentParams;
    /** An agent that was made while `none` was allowed shows what holds now. */
    const shown = (agent: Agent) => ({
      ...viewOf(agent),
      disclosure: isDisclosing(deps, agent.settings) ? ('spoken' as const) : ('none' as const),
    });

    const create = {
      tags,
      summary: 'Create a voice agent',
      description: `With a \`system_prompt\` a language model answers; with a \`flow\` the agent follows what is written. On a server without a language model an agent needs a flow: 400 \`model_not_configured\` otherwise. An account has at most ${MAX_AGENTS}; beyond that the response is 409 \`agent_limit\`.`,
      body: CreateAgentBody,
      response: { 201: AgentView, ...errors(404, 409, 503) },
    };
    app.post(
      '/api/v1/agents',
      { schema: create, config: { ...managing, idempotent: true } },
      async (request, reply) =>
        deps.idempotency.answerOnce(request, reply, async (keeper) => {
          const { accountId } = callerOf(request);
          const answerWith = (agent: Agent) => ({ status: 201, body: shown(agent) });
          const agent = await createAgent(deps, accountId, request.body, {
            prepare: async (made) => keeper?.stash(answerWith(made)),
            keep: async (tx, made) => keeper?.keep(tx, answerWith(made)),
          });
          return answerWith(agent);
        }),
    );

    const list = {
      tags,
      summary: 'List agents',
      description: 'Newest first, without their settings.',
      querystring: PageQuery,
      response: { 200: AgentPage },
    };
    app.get('/api/v1/agents', { schema: list, config }, async (request) => {
      const { agents, nextCursor } = await listAgents(deps, callerOf(request).accountId, request.query);
      return { agents: agents.map(summaryOf), next_cursor: nextCursor };
    });

    const read = { tags, summary: 'Get an agent', params, response: { 200: AgentView, ...errors(404) } };
    app.get('/api/v1/agents/:id', { schema: read, config }, async (request) =>
      shown(await readAgent(deps, callerOf(request).accountId, request.params.id)),
    );

    const change = {
      tags,
      summary: 'Change an agent',
      description: 'Changes only the fields that are sent; null removes one.',
      params,
      body: ChangeAgentBody,
      response: { 200: AgentView, ...errors(404, 409, 503) },
    };
    app.patch('/api/v1/agents/:id', { schema: change, config: managing }, async (request) =>
      shown(await changeAgent(deps, callerOf(request).accountId, request.params.id, request.body)),
    );

    const remove = {
      tags,
      summary: 'Delete an agent',
      description: 'Ends its conversations, which stay readable.',
      params,
      response: { 204: { type: 'null', description: 'Deleted.' }, ...errors(404) },
    };
    app.delete('/api/v1/agents/:id', { schema: remove, config: managing }, async (request, reply) => {
      await deleteAgent(deps, callerOf(request).accountId, request.params.id);
      return reply.code(204).send();
    });
  };
}
