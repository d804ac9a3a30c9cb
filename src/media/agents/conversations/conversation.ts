import type { Memory } from '../responders/responder.ts';
import type { ToolUse } from '../tools/toolbox.ts';

export const ENDED_REASONS = [
  'handed_over',
  'ended_by_agent',
  'ended_by_client',
  'idle',
  'time_limit',
  'out_of_credits',
  'agent_deleted',
] as const;
export type EndedReason = (typeof ENDED_REASONS)[number];

export type Conversation = {
  id: string;
  agentId: string | null;
  agentName: string;
  status: 'active' | 'ended';
  endedReason: EndedReason | null;
  memory: Memory;
  /** The first message does not count as a turn. */
  turns: number;
  credits: number;
  startedAt: Date;
  lastTurnAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
};

/** Milliseconds until the words were known, the reply was thought, and its sound was made. */
export type Latency = { heard: number; thought: number; spoke: number };

export type Turn = {
  /** 0 is the first message of the agent. */
  number: number;
  transcript: string | null;
  language: string | null;
  heardSeconds: number;
  /** If the reply was interrupted, this holds only the words that were heard. */
  reply: string;
  interrupted: boolean;
  /** The rest of a reply that was interrupted. */
  unheard: string | null;
  tools: readonly ToolUse[];
  /** The sound of the reply, in the history. */
  generationId: string | null;
  /** Whether what the caller sent is kept. */
  hasCallerAudio: boolean;
  /** Only live conversations keep this sound. The history keeps the sound of other replies. */
  hasReplyAudio: boolean;
  credits: number;
  latency: Latency;
  createdAt: Date;
};
