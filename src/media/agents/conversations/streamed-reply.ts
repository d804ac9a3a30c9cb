import type { Caller } from '../../../http/index.ts';
import type { ModelTab } from '../../../money/model-tokens/index.ts';
import {
  asTheyLeave,
  type Clause,
  openReplyVoice,
  payForClause,
  type ReplyVoice,
  type ReplyVoiceDeps,
  type SpokenChunk,
  speakReply,
} from '../../spoken-replies/index.ts';
import { type Agent, replyWanted } from '../agent.ts';
import type { Memory, Responder, Thought } from '../responders/responder.ts';
import type { ToolUse } from '../tools/toolbox.ts';
import type { EndedReason } from './conversation.ts';
import type { TurnEnd } from './live-queries.ts';
import type { OpenTurn } from './open-turn.ts';
import { isUnpaid } from './take-turn.ts';
import { audioEvent, createAsides, type TurnEvent } from './turn-events.ts';

export type StreamedReply = {
  /** Sound is asked for only as somebody reads, and each clause is paid for when it is. */
  events(): AsyncGenerator<TurnEvent>;
  /** Tells why the conversation ends with this reply. Null until all of it was said. */
  ended(): EndedReason | null;
  result(heardMs: number): Omit<TurnEnd, 'number'>;
};

export type StreamedReplyOptions = {
  caller: Caller;
  agent: Agent;
  turn: OpenTurn;
  responder: Responder;
  /** Pays for the thoughts of the responder. */
  tab: ModelTab;
  thought: Thought;
  requestId: string;
  signal: AbortSignal;
};

/** A reply that is spoken while it is thought. */
export function createStreamedReply(deps: ReplyVoiceDeps, options: StreamedReplyOptions): StreamedReply {
  const { caller, agent, turn, responder, tab, thought, requestId } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const asides = createAsides();
  const begun = performance.now();
  const tools: ToolUse[] = [];
  let memory: Memory = thought.memory;
  let ended: EndedReason | null = null;
  /** All that was thought, and what of it was said and paid for. */
  let text = '';
  let said = '';
  let endMs = 0;
  let isWhole = false;
  let thoughtMs: number | null = null;
  let spokeMs: number | null = null;

  async function* think(): AsyncGenerator<string> {
    for await (const part of responder.think(thought, { signal })) {
      await turn.advance(tab);
      if (part.type === 'remember') memory = part.memory;
      else if (part.type === 'tool') {
        tools.push(part.use);
        asides.tell({ type: 'tool', ...part.use });
      } else if (part.type === 'text') yield write(part.text);
      else ended = part.type === 'hand_over' ? 'handed_over' : 'ended_by_agent';
    }
  }

  function write(delta: string): string {
    thoughtMs ??= performance.now() - begun;
    text += delta;
    asides.tell({ type: 'reply_text', delta });
    return delta;
  }

  async function* speak(voice: ReplyVoice, deltas: AsyncIterable<string>): AsyncGenerator<TurnEvent> {
    const from = text.length;
    const fromMs = endMs;
    const permit = async (clause: Clause): Promise<boolean> => {
      const whole = text.slice(0, from + clause.end);
      await payForClause(await turn.reserve(voice, clause, () => whole), signal);
      said = whole;
      return true;
    };
    const onBehalfOf = { accountId: caller.accountId };
    const chunks = speakReply(deps.engine, deltas, { voice: voice.utterance, signal, onBehalfOf, permit });
    const asEvent = (chunk: SpokenChunk): TurnEvent => {
      spokeMs ??= performance.now() - begun;
      endMs = fromMs + chunk.endMs;
      return audioEvent(chunk, { from, fromMs });
    };
    yield* asides.during(asTheyLeave(chunks, voice.left), asEvent, () => stop.abort());
  }

  async function* lastSentence(sentence: string): AsyncGenerator<string> {
    yield write(said === '' ? sentence : ` ${sentence}`);
  }

  async function* sayAll(voice: ReplyVoice): AsyncGenerator<TurnEvent> {
    try {
      yield* speak(voice, think());
    } catch (error) {
      const { last_sentence: sentence } = agent.settings;
      if (!sentence || !isUnpaid(error)) throw error;
      text = said;
      yield* speak(voice, lastSentence(sentence));
      ended = 'out_of_credits';
    }
  }

  return {
    async *events() {
      let voice: ReplyVoice | null = null;
      try {
        voice = await openReplyVoice(deps, caller, replyWanted(agent.settings), requestId);
        yield* sayAll(voice);
        isWhole = !signal.aborted;
      } finally {
        stop.abort();
        await voice?.record();
      }
    },
    ended: () => (isWhole ? ended : null),
    result(heardMs) {
      const rest = isWhole ? '' : text.slice(said.length).trim();
      const thinking = thoughtMs ?? performance.now() - begun;
      return {
        reply: isWhole ? text.trim() : said.trim(),
        unheard: rest === '' ? null : rest,
        isInterrupted: !isWhole,
        tools,
        memory,
        latency: { heard: heardMs, thought: thinking, spoke: Math.max(0, (spokeMs ?? thinking) - thinking) },
      };
    },
  };
}
