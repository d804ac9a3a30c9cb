import { Type } from '@sinclair/typebox';
import { type AnnounceDeps, announceEvents, defineEvent } from '../../../work/webhooks/index.ts';
import type { Conversation } from './conversation.ts';

export const CONVERSATION_ENDED = defineEvent(
  'conversation.ended',
  'A conversation with an agent has ended',
  {
    conversation_id: Type.String(),
    agent_id: Type.Union([Type.String(), Type.Null()]),
    reason: Type.String({
      description: 'Why, as `ended_reason` of the conversation says: handed_over, ended_by_agent, idle, …',
    }),
    turns: Type.Integer(),
    credits: Type.Integer(),
    started_at: Type.String({ format: 'date-time' }),
    ended_at: Type.String({ format: 'date-time' }),
  },
);

/** Call it in the transaction that ends the conversation. */
export function announceEnd(deps: AnnounceDeps, accountId: string, one: Conversation): Promise<void> {
  const endedAt = one.endedAt ?? deps.clock.now();
  const payload = CONVERSATION_ENDED.payload({
    conversation_id: one.id,
    agent_id: one.agentId,
    reason: one.endedReason ?? '',
    turns: one.turns,
    credits: one.credits,
    started_at: one.startedAt.toISOString(),
    ended_at: endedAt.toISOString(),
  });
  return announceEvents(deps, accountId, [{ subjectId: one.id, url: null, orDefault: true, payload }]);
}
