import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TranscriptionEngine, TranscriptionNotInstalled } from '../../../engines/transcription/index.ts';
import { VoiceActivityNotInstalled } from '../../../engines/voice-activity/index.ts';
import { callerOf, socketRoute } from '../../http/index.ts';
import { planOf } from '../../money/plans/index.ts';
import { randomBase62 } from '../../platform/ids.ts';
import type { StartTrace } from '../../platform/tracing/index.ts';
import { countActiveConversations } from '../agents/index.ts';
import { answerErrorsAsOpenAi, openAiErrors } from '../openai/index.ts';
import { describeError } from './describe-error.ts';
import { WebRtcNotOffered } from './errors.ts';
import { chatModelOf, type ModelDeps, REALTIME_MODELS } from './models.ts';
import { oneOf } from './one-of.ts';
import { openPorts, type PortDeps, requireCredits } from './open-ports.ts';
import { createOpenSessions, type OpenSessions } from './open-sessions.ts';
import { findSecretSession } from './queries.ts';
import { runSession, type SessionOptions } from './session.ts';

export type RealtimeDeps = PortDeps & ModelDeps & { transcription: Pick<TranscriptionEngine, 'status'> };

type Admitted = SessionOptions & { chatModel: string | undefined };

const Query = Type.Object({
  model: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  intent: Type.Optional(oneOf('transcription', 'conversation')),
});

const CONFIG = { auth: 'bearer', permission: 'realtime:use', stream: 'conversations' } as const;

export function realtimeRoutes(deps: RealtimeDeps): FastifyPluginAsyncTypebox {
  const sessions = createOpenSessions();
  return async (app) => {
    answerErrorsAsOpenAi(app);
    socketRoute<Admitted>(
      app,
      '/v1/realtime',
      {
        schema: { hide: true, querystring: Query } as object,
        config: CONFIG,
        admit: (request, reply) => admit(deps, sessions, request, reply),
        farewell: (error) => ({
          event_id: `event_${randomBase62(20)}`,
          type: 'error',
          error: { ...describeError(error), event_id: null },
        }),
      },
      (channel, request, { chatModel, ...options }) => {
        const { id: requestId, log } = request;
        const { signal } = channel;
        const startTrace: StartTrace = (name, attributes) => request.startTrace(name, attributes);
        const ports = openPorts(deps, callerOf(request), { requestId, startTrace, signal, chatModel, log });
        return runSession(ports, channel, options);
      },
    );
    const schema = {
      tags: ['OpenAI'],
      summary: 'Not offered: WebRTC calls',
      description:
        'Always 400 `webrtc_not_offered`. Clients, browsers too, connect by a WebSocket to `/v1/realtime`.',
      response: { 201: Type.Null({ description: 'Never.' }), ...openAiErrors() },
    };
    // The request is refused before its body is read, because that may be of any kind.
    const refuse = async (): Promise<never> => {
      throw new WebRtcNotOffered();
    };
    const config = { auth: 'bearer', permission: 'realtime:use' } as const;
    app.post('/v1/realtime/calls', { schema, config, preParsing: refuse }, refuse);
  };
}

/** Refuses a session that cannot begin before the connection is upgraded, while an HTTP status can still say why. */
async function admit(
  deps: RealtimeDeps,
  sessions: OpenSessions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admitted> {
  const caller = callerOf(request);
  const { accountId, plan } = caller;
  const { intent, model: named } = request.query as Static<typeof Query>;
  const { ephemeralKeyId } = caller.credential;
  const preset = ephemeralKeyId === undefined ? null : await findSecretSession(deps.db, ephemeralKeyId);
  const type = preset?.type ?? (intent === 'transcription' ? 'transcription' : 'realtime');
  // The server that made the secret has chosen.
  const model = preset?.model ?? named ?? (REALTIME_MODELS[0] as string);
  const chatModel = type === 'realtime' ? chatModelOf(deps, model) : undefined;
  if (deps.activity.status() === 'absent') throw new VoiceActivityNotInstalled();
  if (deps.transcription.status() === 'absent') throw new TranscriptionNotInstalled();
  await requireCredits(deps, caller, request.id);
  const elsewhere = await countActiveConversations(deps.db, accountId, deps.clock.now());
  const leave = sessions.enter(accountId, { most: planOf(plan).conversations, elsewhere });
  reply.raw.once('close', leave);
  return { type, model, chatModel, ...(preset && { preset }) };
}
