import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, callerOf, clientGone, errors, type Idempotency } from '../../../http/index.ts';
import type { Log } from '../../../platform/log.ts';
import type { Storage } from '../../../platform/storage/index.ts';
import type { History } from '../../history/index.ts';
import { AgentParams } from '../schemas.ts';
import { endConversation } from './end-conversation.ts';
import { deleteConversation } from './read-conversations.ts';
import { readingRoutes } from './reading-routes.ts';
import { ConversationParams, ConversationView, StartedView, turnViewOf, viewOf } from './schemas.ts';
import { type StartDeps, startConversation } from './start-conversation.ts';

export type ConversationRoutesDeps = StartDeps & {
  idempotency: Idempotency;
  history: History;
  storage: Storage;
  log: Log;
};

const config = { auth: 'bearer-or-session', permission: 'agents:read' } as const;
const talking = { ...config, permission: 'talk:use' } as const;
const tags = ['Agents'];
const params = ConversationParams;

export function conversationRoutes(deps: ConversationRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    startRoute(app, deps);
    await app.register(readingRoutes(deps));
    endRoute(app, deps);
    deleteRoute(app, deps);
  };
}

function startRoute(app: App, deps: ConversationRoutesDeps): void {
  const schema = {
    tags,
    summary: 'Start a conversation with an agent',
    description:
      'The agent says that it is a machine, and its first message, for 1 credit per character. A plan allows so many conversations at a time: 429 `conversation_limit`. One that is idle ends by itself.',
    params: AgentParams,
    response: { 201: StartedView, ...errors(402, 404, 409, 502, 503) },
  };
  app.post(
    '/api/v1/agents/:id/conversations',
    { schema, config: { ...talking, idempotent: true } },
    async (request, reply) => {
      const signal = clientGone(reply);
      return deps.idempotency.answerOnce(request, reply, (keeper) =>
        startConversation(deps, callerOf(request), request.params.id, {
          requestId: request.id,
          signal,
          keeper,
          answerWith: (conversation, opening) => ({
            status: 201,
            body: {
              ...viewOf(conversation),
              opening: opening && turnViewOf(conversation.id, opening.turn, opening.audioUrl),
            },
          }),
        }),
      );
    },
  );
}

function endRoute(app: App, deps: ConversationRoutesDeps): void {
  const schema = {
    tags,
    summary: 'End a conversation',
    description:
      'Ending it again changes nothing. A key that may only talk ends the conversations that it started.',
    params,
    response: { 200: ConversationView, ...errors(404) },
  };
  app.post('/api/v1/conversations/:id/end', { schema, config: talking }, async (request) =>
    viewOf(await endConversation(deps, callerOf(request), request.params.id)),
  );
}

function deleteRoute(app: App, deps: ConversationRoutesDeps): void {
  const schema = {
    tags,
    summary: 'Delete a conversation and its sound',
    params,
    response: { 204: { type: 'null', description: 'Deleted.' }, ...errors(404) },
  };
  app.delete(
    '/api/v1/conversations/:id',
    { schema, config: { ...config, permission: 'agents:manage' } },
    async (request, reply) => {
      await deleteConversation(deps, callerOf(request).accountId, request.params.id);
      return reply.code(204).send();
    },
  );
}
