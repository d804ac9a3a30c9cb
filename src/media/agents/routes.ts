import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, callerOf, errors, type Idempotency, PageQuery } from '../../http/index.ts';
import { type Agent, isDisclosing, summaryOf, viewOf } from './agent.ts';
import type { CheckAgentDeps } from './check-agent.ts';
import { deleteAgent } from './conversations/end-conversation.ts';
import { changeAgent, createAgent, listAgents, MAX_AGENTS, readAgent } from './manage-agents.ts';
import { AgentPage, AgentParams, AgentView, ChangeAgentBody, CreateAgentBody } from './schemas.ts';

export type AgentRoutesDeps = CheckAgentDeps & { idempotency: Pick<Idempotency, 'answerOnce'> };

const config = { auth: 'bearer-or-session', permission: 'agents:read' } as const;
const managing = { ...config, permission: 'agents:manage' } as const;
const tags = ['Agents'];
const params = AgentParams;

export function agentRoutes(deps: AgentRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    createRoute(app, deps);
    listRoute(app, deps);
    readRoute(app, deps);
    changeRoute(app, deps);
    deleteRoute(app, deps);
  };
}

function createRoute(app: App, deps: AgentRoutesDeps): void {
  const schema = {
    tags,
    summary: 'Create a voice agent',
    description: `With a \`system_prompt\` a language model answers; with a \`flow\` the agent follows what is written. On a server without a language model an agent needs a flow: 400 \`model_not_configured\` otherwise. An account has at most ${MAX_AGENTS}; beyond that the response is 409 \`agent_limit\`.`,
    body: CreateAgentBody,
    response: { 201: AgentView, ...errors(404, 409, 503) },
  };
  app.post('/api/v1/agents', { schema, config: { ...managing, idempotent: true } }, async (request, reply) =>
    deps.idempotency.answerOnce(request, reply, async (keeper) => {
      const { accountId } = callerOf(request);
      const answerWith = (agent: Agent) => ({ status: 201, body: shown(deps, agent) });
      const agent = await createAgent(deps, accountId, request.body, {
        prepare: async (made) => keeper?.stash(answerWith(made)),
        keep: async (tx, made) => keeper?.keep(tx, answerWith(made)),
      });
      return answerWith(agent);
    }),
  );
}

function listRoute(app: App, deps: AgentRoutesDeps): void {
  const schema = {
    tags,
    summary: 'List agents',
    description: 'Newest first, without their settings.',
    querystring: PageQuery,
    response: { 200: AgentPage },
  };
  app.get('/api/v1/agents', { schema, config }, async (request) => {
    const { agents, nextCursor } = await listAgents(deps, callerOf(request).accountId, request.query);
    return { agents: agents.map(summaryOf), next_cursor: nextCursor };
  });
}

function readRoute(app: App, deps: AgentRoutesDeps): void {
  const schema = { tags, summary: 'Get an agent', params, response: { 200: AgentView, ...errors(404) } };
  app.get('/api/v1/agents/:id', { schema, config }, async (request) =>
    shown(deps, await readAgent(deps, callerOf(request).accountId, request.params.id)),
  );
}

function changeRoute(app: App, deps: AgentRoutesDeps): void {
  const schema = {
    tags,
    summary: 'Change an agent',
    description: 'Changes only the fields that are sent; null removes one.',
    params,
    body: ChangeAgentBody,
    response: { 200: AgentView, ...errors(404, 409, 503) },
  };
  app.patch('/api/v1/agents/:id', { schema, config: managing }, async (request) =>
    shown(deps, await changeAgent(deps, callerOf(request).accountId, request.params.id, request.body)),
  );
}

function deleteRoute(app: App, deps: AgentRoutesDeps): void {
  const schema = {
    tags,
    summary: 'Delete an agent',
    description: 'Ends its conversations, which stay readable.',
    params,
    response: { 204: { type: 'null', description: 'Deleted.' }, ...errors(404) },
  };
  app.delete('/api/v1/agents/:id', { schema, config: managing }, async (request, reply) => {
    await deleteAgent(deps, callerOf(request).accountId, request.params.id);
    return reply.code(204).send();
  });
}

/** An agent that was made while `none` was allowed shows what holds now. */
function shown(deps: AgentRoutesDeps, agent: Agent) {
  return {
    ...viewOf(agent),
    disclosure: isDisclosing(deps, agent.settings) ? ('spoken' as const) : ('none' as const),
  };
}
