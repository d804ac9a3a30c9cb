import type { Memory, Responder, Thought } from '../responders/responder.ts';
import type { ToolUse } from '../tools/toolbox.ts';
import type { EndedReason } from './conversation.ts';

export type Reply = { text: string; tools: ToolUse[]; memory: Memory; ended: EndedReason | null; ms: number };

export type ThinkOptions = {
  signal: AbortSignal;
  /** Called with each piece of text, as it is thought. */
  onText?: ((text: string) => void) | undefined;
};

/** Listens to a responder until it has said everything. */
export async function thinkReply(
  responder: Responder,
  thought: Thought,
  { signal, onText }: ThinkOptions,
): Promise<Reply> {
  const begun = performance.now();
  const reply: Reply = { text: '', tools: [], memory: thought.memory, ended: null, ms: 0 };
  for await (const part of responder.think(thought, { signal })) {
    if (part.type === 'text') {
      reply.text += part.text;
      onText?.(part.text);
    } else if (part.type === 'tool') reply.tools.push(part.use);
    else if (part.type === 'remember') reply.memory = part.memory;
    else reply.ended = part.type === 'hand_over' ? 'handed_over' : 'ended_by_agent';
  }
  reply.ms = performance.now() - begun;
  return reply;
}
