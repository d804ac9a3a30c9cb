import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { PACKET_FORMATS, type PacketFormat } from '../../../../engines/codec/index.ts';
import { callerOf, errors, socketRoute } from '../../../http/index.ts';
import type { StartTrace } from '../../../platform/tracing/index.ts';
import type { ConversationWanted } from '../conversations/lease-conversation.ts';
import { AgentParams } from '../schemas.ts';
import { errorEvent } from './events.ts';
import { admitLive, runLive } from './run-live.ts';
import type { LiveDeps } from './session.ts';

const Format = (fallback: PacketFormat) =>
  Type.Optional(Type.Unsafe<PacketFormat>({ type: 'string', enum: [...PACKET_FORMATS], default: fallback }));

const LiveQuery = Type.Object({
  conversation_id: Type.Optional(
    Type.String({ maxLength: 64, description: 'Goes on with a conversation whose connection was lost.' }),
  ),
  input: Format('pcm_16000'),
  output: Format('pcm_24000'),
});

export function liveRoutes(deps: LiveDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Agents'],
      summary: 'Talk to an agent live (WebSocket)',
      description:
        'A WebSocket: sound in, sound and events out. Browsers send the key as a subprotocol: `vox-humana` and `vox-humana-key.KEY`, with a key from POST /api/v1/ephemeral-keys that has the permission `talk`. What was heard costs 5 credits per second and what is spoken 1 per character, as it happens. See the guide `agents-live.md` for the messages.',
      params: AgentParams,
      querystring: LiveQuery,
      response: { 101: { type: 'null', description: 'The connection is open.' }, ...errors(404, 409, 503) },
    };
    const config = { auth: 'bearer-or-session', permission: 'talk:use', stream: 'conversations' } as const;
    const wantedBy = (request: FastifyRequest): ConversationWanted => ({
      agentId: (request.params as Static<typeof AgentParams>).id,
      conversationId: (request.query as Static<typeof LiveQuery>).conversation_id,
    });
    const admit = (request: FastifyRequest): Promise<void> =>
      admitLive(deps, callerOf(request), wantedBy(request), request.id);
    socketRoute(
      app,
      '/api/v1/agents/:id/live',
      { schema, config, admit, farewell: errorEvent },
      async (channel, request) => {
        deps.activity.warm().catch((err: unknown) => request.log.warn({ err }, 'voice activity'));
        deps.turnTranscriber.warm().catch((err: unknown) => request.log.warn({ err }, 'transcription'));
        const { input = 'pcm_16000', output = 'pcm_24000' } = request.query as Static<typeof LiveQuery>;
        const caller = callerOf(request);
        const startTrace: StartTrace = (name, attributes) => request.startTrace(name, attributes);
        const wanted = { ...wantedBy(request), caller, requestId: request.id, startTrace, input, output };
        await runLive(deps, channel, wanted);
      },
    );
  };
}
