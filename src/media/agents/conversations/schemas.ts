import { type Static, Type } from '@sinclair/typebox';
import { AUDIO_FORMATS } from '../../../../engines/codec/index.ts';
import { NextCursor, PageQuery } from '../../../http/index.ts';
import { type Conversation, ENDED_REASONS, type EndedReason, type Turn } from './conversation.ts';

const Time = Type.String({ format: 'date-time' });
const OrNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema, description = '') =>
  Type.Union([schema, Type.Null()], description ? { description } : {});

const Format = Type.Optional(
  Type.Unsafe<(typeof AUDIO_FORMATS)[number]>({ type: 'string', enum: [...AUDIO_FORMATS], default: 'wav' }),
);

export const TurnBody = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: 2_000, examples: ['Are you open on Sunday?'] }),
    format: Format,
  },
  { additionalProperties: false },
);
/** Only the API document uses this schema. The route reads the parts as they stream in. */
export const TurnForm = Type.Object({
  audio: Type.Optional(
    Type.String({ format: 'binary', description: 'What was said: at most 180 seconds and 15 MB.' }),
  ),
  format: Format,
});

export const ConversationParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });
export const ConversationQuery = Type.Composite([
  PageQuery,
  Type.Object({
    agent_id: Type.Optional(Type.String({ maxLength: 64 })),
    status: Type.Optional(Type.Union([Type.Literal('active'), Type.Literal('ended')])),
  }),
]);

const Reason = Type.Unsafe<(typeof ENDED_REASONS)[number]>({ type: 'string', enum: [...ENDED_REASONS] });
const Latency = Type.Object(
  { heard: Type.Integer(), thought: Type.Integer(), spoke: Type.Integer(), total: Type.Integer() },
  { description: 'Milliseconds until the words were known, the reply was thought, and it was spoken.' },
);

export const TurnView = Type.Object(
  {
    conversation_id: Type.String(),
    turn: Type.Integer({ description: '0 is the first message of the agent.' }),
    transcript: OrNull(Type.String(), 'What was said.'),
    language: OrNull(Type.String(), 'Of what was said. Null for text.'),
    heard_seconds: Type.Number(),
    reply: Type.String({ description: 'Of a reply that was interrupted, the words that were heard.' }),
    interrupted: Type.Boolean(),
    unheard: OrNull(Type.String(), 'The rest of a reply that was interrupted.'),
    audio_url: OrNull(
      Type.String(),
      'Signed URL of the reply, readable without a key for 7 days. The sound is kept for 30 days. Null if it was only streamed, or spoken in a live conversation of an agent without `keep_audio`.',
    ),
    caller_audio_url: OrNull(
      Type.String(),
      'Signed URL of what the caller sent, readable without a key for 7 days, if the agent keeps it (`keep_audio`).',
    ),
    tools: Type.Array(
      Type.Object({
        name: Type.String(),
        arguments: Type.Unknown(),
        result: Type.Unknown(),
        ok: Type.Boolean(),
      }),
      { description: 'Functions that were called.' },
    ),
    latency_ms: Latency,
    credits: Type.Integer({ description: '5 per second heard, 1 per character spoken.' }),
    created_at: Time,
  },
  { title: 'ConversationTurn' },
);

export const TurnAnswer = Type.Composite(
  [
    TurnView,
    Type.Object({ ended: OrNull(Reason, 'Why the conversation ended with this turn. Null if it goes on.') }),
  ],
  { title: 'TurnAnswer' },
);

export const ConversationView = Type.Object(
  {
    id: Type.String(),
    agent_id: OrNull(Type.String(), 'Null once the agent is deleted.'),
    agent_name: Type.String(),
    status: Type.Union([Type.Literal('active'), Type.Literal('ended')]),
    ended_reason: OrNull(Reason),
    turn_count: Type.Integer({ description: 'Without the first message.' }),
    credits: Type.Integer(),
    started_at: Time,
    last_turn_at: Time,
    expires_at: Type.String({ format: 'date-time', description: 'When it ends unless a turn is taken.' }),
    ended_at: OrNull(Time),
  },
  { title: 'Conversation' },
);
export const StartedView = Type.Composite([ConversationView, Type.Object({ opening: OrNull(TurnView) })]);
export const WholeView = Type.Composite([ConversationView, Type.Object({ turns: Type.Array(TurnView) })]);
export const ConversationPage = Type.Object({
  conversations: Type.Array(ConversationView),
  next_cursor: NextCursor,
});

export function viewOf(one: Conversation): Static<typeof ConversationView> {
  return {
    id: one.id,
    agent_id: one.agentId,
    agent_name: one.agentName,
    status: one.status,
    ended_reason: one.endedReason,
    turn_count: one.turns,
    credits: one.credits,
    started_at: one.startedAt.toISOString(),
    last_turn_at: one.lastTurnAt.toISOString(),
    expires_at: one.expiresAt.toISOString(),
    ended_at: one.endedAt?.toISOString() ?? null,
  };
}

export function turnViewOf(
  conversationId: string,
  turn: Turn,
  audioUrl: string | null,
  callerAudioUrl: string | null = null,
): Static<typeof TurnView> {
  const { latency } = turn;
  const [heard, thought, spoke] = [latency.heard, latency.thought, latency.spoke].map(Math.round) as [
    number,
    number,
    number,
  ];
  return {
    conversation_id: conversationId,
    turn: turn.number,
    transcript: turn.transcript,
    language: turn.language,
    heard_seconds: turn.heardSeconds,
    reply: turn.reply,
    interrupted: turn.interrupted,
    unheard: turn.unheard,
    audio_url: audioUrl,
    caller_audio_url: callerAudioUrl,
    tools: [...turn.tools],
    latency_ms: { heard, thought, spoke, total: heard + thought + spoke },
    credits: turn.credits,
    created_at: turn.createdAt.toISOString(),
  };
}

export function answerOf(
  conversationId: string,
  turn: Turn,
  { ended, audioUrl, signed }: { ended: EndedReason | null; audioUrl: string | null; signed: SignPath },
): Static<typeof TurnAnswer> {
  return {
    ...turnViewOf(conversationId, turn, audioUrl, callerAudioUrlOf(conversationId, turn, signed)),
    ended,
  };
}

/** Makes a URL that opens the path without a key. */
export type SignPath = (path: string) => string;

export function callerAudioUrlOf(
  conversationId: string,
  { number, hasCallerAudio }: Turn,
  signed: SignPath,
): string | null {
  return hasCallerAudio ? signed(`/api/v1/conversations/${conversationId}/turns/${number}/audio`) : null;
}

export function replyAudioUrlOf(
  conversationId: string,
  { number, hasReplyAudio }: Turn,
  signed: SignPath,
): string | null {
  return hasReplyAudio ? signed(`/api/v1/conversations/${conversationId}/turns/${number}/reply-audio`) : null;
}

export const TurnParams = Type.Composite([
  ConversationParams,
  Type.Object({ turn: Type.Integer({ minimum: 0, maximum: 1_000_000 }) }),
]);
