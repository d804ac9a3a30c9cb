import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  callerOf,
  clientGone,
  errors,
  type Idempotency,
  ownerOf,
  SignedQuery,
  sendObject,
} from '../../../http/index.ts';
import type { Log } from '../../../platform/log.ts';
import type { Storage } from '../../../platform/storage/index.ts';
import { audioPath, type History } from '../../history/index.ts';
import { AgentParams } from '../schemas.ts';
import { endConversation } from './end-conversation.ts';
import { asText, deleteConversation, listConversations, readConversation } from './read-conversations.ts';
import {
  ConversationPage,
  ConversationParams,
  ConversationQuery,
  ConversationView,
  callerAudioUrlOf,
  replyAudioUrlOf,
  StartedView,
  TurnParams,
  turnViewOf,
  viewOf,
  WholeView,
} from './schemas.ts';
import { type StartDeps, startConversation } from './start-conversation.ts';
import { openTurnAudio } from './turn-audio.ts';

export type ConversationRoutesDeps = StartDeps & {
  idempotency: Idempotency;
  history: History;
  storage: Storage;
  log: Log;
};

const SOUNDS = [
  ['caller', 'audio', 'Download what the caller said in a turn'],
  ['reply', 'reply-audio', 'Download what the agent said in a turn of a live conversation'],
] as const;
const SOUND = { 'audio/*': { schema: { type: 'string', format: 'binary' } } };

export function conversationRoutes(deps: ConversationRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const config = { auth: 'bearer-or-session', permission: 'agents:read' } as const;
    const talking = { ...config, permission: 'talk:use' } as const;
    const tags = ['Agents'];
    const params = ConversationParams;

    const start = {
      tags,
      summary: 'Start a conversation with an agent',
      description:
        'The agent says that it is a machine, and its first message, for 1 credit per character. A plan allows so many conversations at a time: 429 `conversation_limit`. One that is idle ends by itself.',
      params: AgentParams,
      response: { 201: StartedView, ...errors(402, 404, 409, 502, 503) },
    };
    app.post(
      '/api/v1/agents/:id/conversations',
      { schema: start, config: { ...talking, idempotent: true } },
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

    const list = {
      tags,
      summary: 'List conversations',
      description: 'Newest first, without their turns.',
      querystring: ConversationQuery,
      response: { 200: ConversationPage },
    };
    app.get('/api/v1/conversations', { schema: list, config }, async (request) => {
      const { agent_id: agentId, ...rest } = request.query;
      const page = await listConversations(deps, callerOf(request).accountId, { ...rest, agentId });
      return { conversations: page.conversations.map(viewOf), next_cursor: page.nextCursor };
    });

    const read = {
      tags,
      summary: 'Get a conversation with its turns',
      params,
      response: { 200: WholeView, ...errors(404) },
    };
    app.get('/api/v1/conversations/:id', { schema: read, config }, async (request) => {
      const { accountId } = callerOf(request);
      const { conversation, turns } = await readConversation(deps, accountId, request.params.id);
      const signed = (path: string): string => deps.signUrl(path, accountId);
      const views = turns.map((turn) =>
        turnViewOf(
          conversation.id,
          turn,
          turn.generationId
            ? signed(audioPath(turn.generationId))
            : replyAudioUrlOf(conversation.id, turn, signed),
          callerAudioUrlOf(conversation.id, turn, signed),
        ),
      );
      return { ...viewOf(conversation), turns: views };
    });

    for (const [side, path, summary] of SOUNDS) {
      const audio = {
        tags,
        summary,
        description: 'Only if the agent keeps it (`keep_audio`), for 30 days.',
        params: TurnParams,
        querystring: SignedQuery,
        response: {
          200: { description: 'The sound.', content: SOUND },
          206: { description: 'The requested byte range.', content: SOUND },
          ...errors(404, 416),
        },
      };
      app.get(
        `/api/v1/conversations/:id/turns/:turn/${path}`,
        { schema: audio, config: { auth: 'bearer-session-or-signed-url', permission: 'agents:read' } },
        async (request, reply) => {
          const { id: conversationId, turn: number } = request.params;
          return sendObject(request, reply, (range) =>
            openTurnAudio(deps, ownerOf(request), { conversationId, number, side }, range),
          );
        },
      );
    }

    const text = {
      tags,
      summary: 'Export a conversation as text',
      params,
      response: {
        200: {
          description: 'One line for each time that somebody spoke.',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
        ...errors(404),
      },
    };
    app.get('/api/v1/conversations/:id/transcript.txt', { schema: text, config }, async (request, reply) => {
      const whole = await readConversation(deps, callerOf(request).accountId, request.params.id);
      return reply.type('text/plain; charset=utf-8').send(asText(whole));
    });

    const end = {
      tags,
      summary: 'End a conversation',
      description:
        'Ending it again changes nothing. A key that may only talk ends the conversations that it started.',
      params,
      response: { 200: ConversationView, ...errors(404) },
    };
    app.post('/api/v1/conversations/:id/end', { schema: end, config: talking }, async (request) =>
      viewOf(await endConversation(deps, callerOf(request), request.params.id)),
    );

    const remove = {
      tags,
      summary: 'Delete a conversation and its sound',
      params,
      response: { 204: { type: 'null', description: 'Deleted.' }, ...errors(404) },
    };
    app.delete(
      '/api/v1/conversations/:id',
      { schema: remove, config: { ...config, permission: 'agents:manage' } },
      async (request, reply) => {
        await deleteConversation(deps, callerOf(request).accountId, request.params.id);
        return reply.code(204).send();
      },
    );
  };
}
