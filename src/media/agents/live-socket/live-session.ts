import { tracedSteps } from '../../../platform/tracing/index.ts';
import {
  createLiveConversation,
  type LiveConversation,
  type LiveOutput,
  liveSettingsOf,
  type Phase,
} from '../live/index.ts';
import type { ClientMessage } from './client-messages.ts';
import { eventOf } from './events.ts';
import { hear, openEar } from './hear-turns.ts';
import { discardReply, endReply, sendSound, sendText, speak, takePart, think } from './live-reply.ts';
import { type LiveReply, newReply } from './reply-turn.ts';
import { createSession, fail, type LiveDeps, refuse, type SessionOptions } from './session.ts';

export type LiveSession = {
  /** Mono, 16 kHz. */
  hear(samples: Float32Array): Promise<void>;
  message(message: ClientMessage): Promise<void>;
  error(error: unknown): void;
  /** The connection is gone. Resolves when everything is written. */
  leave(): Promise<void>;
  /** Resolves with the reason when the conversation has ended; the last event was sent. */
  ended: Promise<string>;
};

const EAR_SAMPLES_PER_MS = 16;
/** The connection is gone; the conversation waits for the next one. */
export const LEFT = 'left';

/**
 * Serves one connection to a conversation. A turn passes through it in one line: `hear-turns.ts` hears it and pays
 * for it, `../live` decides what happens next, and `live-reply.ts` thinks, speaks, charges and keeps the reply.
 * Messages to the client and the charges for them wait in one outbox, because a clause must be paid before it is
 * sent. This delays the sound of a clause by one transaction, but no client hears what nobody paid for. A guess
 * sends and charges nothing until its turn is certain. A lost connection leaves the conversation open for the next
 * one.
 */
export function openLiveSession(deps: LiveDeps, options: SessionOptions): LiveSession {
  const { leased, clock } = options;
  const { agent, conversation } = leased;
  const lastedMs = deps.clock.now().getTime() - conversation.startedAt.getTime();
  const { detection, conversation: settings } = liveSettingsOf(agent.settings, { lastedMs });
  const session = createSession(deps, options, () => talk);
  const replies = openReplies(options);
  const ended = Promise.withResolvers<string>();
  let phase: Phase = 'listening';
  let heardSamples = 0;

  const isOverReply = (): boolean =>
    phase === 'speaking' || phase === 'paused' || (phase === 'thinking' && replies.isAnswerCertain());

  function onOutput(output: LiveOutput): void {
    // A pause that becomes an interruption stops nothing more.
    const isStoppedAlready = output.kind === 'stopped' && phase === 'paused';
    const event = isStoppedAlready ? null : eventOf(output);
    if (event) session.outbox.tell(event);
    if (output.kind === 'phase') phase = output.phase;
    else if (output.kind === 'text') sendText(session, replies.of(output.reply), output.delta);
    else if (output.kind === 'part') takePart(session, replies.of(output.reply), output.part);
    else if (output.kind === 'audio') sendSound(session, replies.of(output.reply), output.chunk);
    else if (output.kind === 'stopped') session.outbox.add(async () => session.soundOut.stop());
    else if (output.kind === 'reply_ended') endReply(session, replies.take(output.reply), output);
    else if (output.kind === 'discarded') discardReply(session, replies.take(output.reply));
    else if (output.kind === 'failed') refuse(session, output.error);
    else if (output.kind === 'ended') session.outbox.add(async () => ended.resolve(output.reason));
    else if (output.kind === 'ear' && output.event.kind === 'failed') fail(session, output.event.error);
  }

  const talk: LiveConversation = createLiveConversation({
    openEar: (onEvent) => openEar(session, { detection, isOverReply, onEvent }),
    think(said, how) {
      const reply = replies.answer(how.reply, said.text);
      return tracedSteps(reply.span, 'turn.think', () => think(session, reply, how));
    },
    speak(deltas, how) {
      const reply = replies.of(how.reply);
      return tracedSteps(reply.span, 'turn.speak', () => speak(session, reply, deltas, how));
    },
    clock,
    settings,
    onOutput,
  });

  async function hearText(text: string): Promise<void> {
    try {
      await hear(session, { text, language: null, seconds: 0 }, { endMs: null, reason: 'text' });
      talk.hear(text);
    } catch (error) {
      refuse(session, error);
    }
  }

  if (options.opening !== null) talk.say(options.opening);

  return {
    ended: ended.promise,
    error: (error) => fail(session, error),
    async hear(samples) {
      await talk.push(samples);
      heardSamples += samples.length;
      session.stopwatch.heardUntil(heardSamples / EAR_SAMPLES_PER_MS);
    },
    async message(message) {
      if (message.type === 'text') await hearText(message.text);
      else if (message.type === 'commit') talk.commit();
      else if (message.type === 'interrupt') talk.interrupt();
      else if (message.type === 'played') talk.played(message.reply, message.ms);
      else if (message.type === 'tool_result') session.clientTools.answer(message);
      else talk.end('ended_by_client');
    },
    async leave() {
      talk.end(LEFT);
      await session.outbox.empty();
      await session.keptSound.stored();
    },
  };
}

/** The replies in progress, by their number in the conversation. */
function openReplies({ leased, startTrace }: Pick<SessionOptions, 'leased' | 'startTrace'>) {
  const replies = new Map<number, LiveReply>();
  let lastAnswer: LiveReply | null = null;

  function add<Said extends string | null>(id: number, said: Said) {
    const span = startTrace('live reply', { 'vox.conversation_id': leased.conversation.id });
    const reply = newReply(id, said, span);
    replies.set(id, reply);
    return reply;
  }
  /** A reply that answers nothing is one that the agent speaks unasked. */
  const of = (id: number): LiveReply => replies.get(id) ?? add(id, null);

  return {
    of,
    answer(id: number, said: string) {
      const reply = add(id, said);
      lastAnswer = reply;
      return reply;
    },
    isAnswerCertain: (): boolean => lastAnswer?.isCertain === true,
    /** Its last step has come. */
    take(id: number): LiveReply {
      const reply = of(id);
      replies.delete(id);
      return reply;
    },
  };
}
