import { type AnnounceDeps, announceEvents, CONVERSATION_ENDED } from '../../../work/webhooks/index.ts';
import type { Conversation } from './conversation.ts';

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
