import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, callerOf, errors, ownerOf, SignedQuery, sendObject } from '../../../http/index.ts';
import { audioPath } from '../../history/index.ts';
import { asText, listConversations, readConversation } from './read-conversations.ts';
import {
  ConversationPage,
  ConversationParams,
  ConversationQuery,
  callerAudioUrlOf,
  replyAudioUrlOf,
  TurnParams,
  turnViewOf,
  viewOf,
  WholeView,
} from './schemas.ts';
import { openTurnAudio } from './turn-audio.ts';

const SOUNDS = [
  ['caller', 'audio', 'Download what the caller said in a turn'],
  ['reply', 'reply-audio', 'Download what the agent said in a turn of a live conversation'],
] as const;

const SOUND = { 'audio/*': { schema: { type: 'string', format: 'binary' } } };

const config = { auth: 'bearer-or-session', permission: 'agents:read' } as const;

const tags = ['Agents'];

const params = ConversationParams;

import type { UrlSigner } from '../../../http/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Storage } from '../../../platform/storage/index.ts';

type ReadingDeps = { db: Db; storage: Storage; signUrl: UrlSigner };

/** What a customer reads and hears of conversations. */
export function readingRoutes(deps: ReadingDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    listRoute(app, deps);
    readRoute(app, deps);
    soundRoutes(app, deps);
    transcriptRoute(app, deps);
  };
}

function listRoute(app: App, deps: ReadingDeps): void {
  const schema = {
    tags,
    summary: 'List conversations',
    description: 'Newest first, without their turns.',
    querystring: ConversationQuery,
    response: { 200: ConversationPage },
  };
  app.get('/api/v1/conversations', { schema, config }, async (request) => {
    const { agent_id: agentId, ...rest } = request.query;
    const page = await listConversations(deps, callerOf(request).accountId, { ...rest, agentId });
    return { conversations: page.conversations.map(viewOf), next_cursor: page.nextCursor };
  });
}

function readRoute(app: App, deps: ReadingDeps): void {
  const schema = {
    tags,
    summary: 'Get a conversation with its turns',
    params,
    response: { 200: WholeView, ...errors(404) },
  };
  app.get('/api/v1/conversations/:id', { schema, config }, async (request) => {
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
}

function soundRoutes(app: App, deps: ReadingDeps): void {
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
}

function transcriptRoute(app: App, deps: ReadingDeps): void {
  const schema = {
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
  app.get('/api/v1/conversations/:id/transcript.txt', { schema, config }, async (request, reply) => {
    const whole = await readConversation(deps, callerOf(request).accountId, request.params.id);
    return reply.type('text/plain; charset=utf-8').send(asText(whole));
  });
}
