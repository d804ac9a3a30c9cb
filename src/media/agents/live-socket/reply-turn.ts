import type { ModelTab } from '../../../money/model-tokens/index.ts';
import type { Span } from '../../../platform/tracing/index.ts';
import type { ReplyVoice, ReservedClause } from '../../spoken-replies/index.ts';
import type { Latency, Turn } from '../conversations/conversation.ts';
import type { OpenTurn } from '../conversations/open-turn.ts';
import type { LiveOutput } from '../live/index.ts';
import type { Memory } from '../responders/responder.ts';
import type { ToolUse } from '../tools/toolbox.ts';
import type { Session } from './session.ts';

/** One reply of a live conversation, from its first thought to the turn that keeps it. */
export type LiveReply = {
  id: number;
  /** The words that it answers. Null if the agent speaks unasked. */
  said: string | null;
  /** Null until something is to be spoken. */
  voice: ReplyVoice | null;
  /** Null until the reply is certain to be heard: a guess has no turn. */
  turn: Promise<OpenTurn> | null;
  text: string;
  tools: ToolUse[];
  memory: Memory | null;
  latency: Latency | null;
  isCertain: boolean;
  isOver: boolean;
  /** A clause could not be charged after all. */
  isUnpaid: boolean;
  /** Pays for thinking. Null if the reply needs none. */
  tab: ModelTab | null;
  /** Reserved clauses whose sound is not about to be sent. */
  reserved: Map<number, ReservedClause>;
  /** Resolves when no clause is being reserved. */
  reserving: Promise<unknown>;
  /** Undefined unless the reply is traced. */
  span: Span | undefined;
};

export function newReply<Said extends string | null>(
  id: number,
  said: Said,
  span?: Span,
): LiveReply & { said: Said } {
  return {
    id,
    said,
    voice: null,
    turn: null,
    text: '',
    tools: [],
    memory: null,
    latency: null,
    isCertain: false,
    isOver: false,
    isUnpaid: false,
    tab: null,
    reserved: new Map(),
    reserving: Promise.resolve(),
    span,
  };
}

/** Gives the reply the turn that it answers, if that is still without one. */
export function claimTurn({ turns }: Session, reply: LiveReply): void {
  if (reply.turn || reply.said === null) return;
  const turn = turns.claim();
  if (turn) reply.turn = Promise.resolve(turn);
}

/** The turn of a reply that is certain to be heard. */
export function turnOf(session: Session, reply: LiveReply): Promise<OpenTurn> {
  claimTurn(session, reply);
  reply.turn ??= session.turns.beginUnasked();
  return reply.turn;
}

/** Comes before anything that was thought is sent, so that a crash takes what it cost. */
export async function noteThought(session: Session, reply: LiveReply): Promise<void> {
  if (reply.tab) await (await turnOf(session, reply)).advance(reply.tab);
}

const NOTHING: Latency = { heard: 0, thought: 0, spoke: 0 };

/** The responder knows at once what was heard. Returns how to keep it, which gives null if nothing of the reply came to be. */
export function keepTurn(
  session: Session,
  reply: LiveReply,
  { text, heard, isInterrupted }: Extract<LiveOutput, { kind: 'reply_ended' }>,
): () => Promise<Turn | null> {
  const { turns, deps } = session;
  const { said, tools, tab } = reply;
  if (!reply.turn && said === null) return async () => null;
  const turn = turnOf(session, reply);
  const spoken = isInterrupted ? heard.text : text;
  const rest = isInterrupted ? text.slice(heard.end).trim() : '';
  turns.remember({ said, reply: spoken }, reply.memory);
  const memory = turns.memory();
  return async () => {
    try {
      const kept = await turn.catch(async (error: unknown) => {
        // There is no turn to add it to, but its words were told.
        await tab?.settle(deps.db);
        throw error;
      });
      if (tab) await kept.pay(tab);
      const latency = reply.latency ?? NOTHING;
      const unheard = rest === '' ? null : rest;
      return await kept.end({ reply: spoken, unheard, isInterrupted, tools, memory, latency });
    } finally {
      await tab?.release();
    }
  };
}

/** Nothing more of it will be heard. What is about to be sent is not given back. Resolves when all credits are back. */
export async function releaseUnsent(reply: LiveReply): Promise<void> {
  reply.isOver = true;
  const unsent = [...reply.reserved.values()];
  reply.reserved.clear();
  await Promise.all([reply.reserving, ...unsent.map((clause) => clause.release())]);
}
