import type { ModelTab } from '../../../money/model-tokens/index.ts';
import type { Latency } from '../conversations/conversation.ts';
import type { OpenTurn, ReservedClause } from '../conversations/open-turn.ts';
import type { Memory } from '../minds/mind.ts';
import type { ToolUse } from '../tools/toolbox.ts';

/** What is known of a reply while it is thought and spoken. */
export type ReplyRecord = {
  /** Null until it is known to be heard: a guess has no turn. */
  turn: Promise<OpenTurn> | null;
  /** What it answers; null if the agent speaks unasked. */
  said: string | null;
  text: string;
  tools: ToolUse[];
  memory: Memory | null;
  latency: Latency | null;
  isCertain: boolean;
  isOver: boolean;
  /** A clause could not be charged after all. */
  isUnpaid: boolean;
  /** What thinking costs; null if nobody has to think. */
  tab: ModelTab | null;
  /** Reserved, and not about to be heard. */
  waiting: Map<number, ReservedClause>;
};

export function newRecord(said: string | null): ReplyRecord {
  return {
    turn: null,
    said,
    text: '',
    tools: [],
    memory: null,
    latency: null,
    isCertain: false,
    isOver: false,
    isUnpaid: false,
    tab: null,
    waiting: new Map(),
  };
}

/** Nothing more of it will be heard. What is about to be heard is not given back. */
export function closeRecord(record: ReplyRecord): void {
  record.isOver = true;
  for (const clause of record.waiting.values()) clause.release();
  record.waiting.clear();
}
