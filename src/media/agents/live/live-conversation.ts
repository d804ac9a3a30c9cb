import type { Ear, EarEvent, Said } from '../../../../engines/turn-taking/index.ts';
import type { HeardText, SpokenChunk } from '../../spoken-replies/index.ts';
import type { ReplyPart } from '../responders/responder.ts';
import {
  type ConversationEffect,
  type ConversationInput,
  type ConversationSettings,
  openConversation,
  type Phase,
} from './conversation-state.ts';
import { fillSilence } from './fill-silence.ts';
import {
  type LiveClock,
  type Reply,
  type ReplySource,
  type Speaking,
  startReply,
  type Thinking,
} from './reply.ts';
import { step } from './step.ts';
import { nextTickMs } from './tick.ts';

export type LiveOutput =
  | { kind: 'ear'; event: EarEvent }
  | { kind: 'phase'; phase: Phase }
  | { kind: 'text'; reply: number; delta: string }
  | { kind: 'part'; reply: number; part: ReplyPart }
  | { kind: 'audio'; reply: number; chunk: SpokenChunk }
  /** The listener drops what it has not played. Sound after it goes on from `atMs`, or from the word before. */
  | { kind: 'stopped'; reply: number; atMs: number }
  | { kind: 'resumed'; reply: number; fromMs: number }
  /** `text` is all that was thought; the responder is told `heard` if the reply was interrupted. */
  | { kind: 'reply_ended'; reply: number; text: string; heard: HeardText; isInterrupted: boolean }
  | { kind: 'discarded'; reply: number }
  | { kind: 'failed'; reply: number; error: unknown }
  | { kind: 'ended'; reason: string };

type Untimed<Input> = Input extends unknown ? Omit<Input, 'nowMs'> : never;

export type LiveOptions = {
  openEar(onEvent: (event: EarEvent) => void): Ear;
  think(said: Said, options: Thinking & { reply: number }): AsyncIterable<ReplyPart>;
  /**
   * Every chunk it yields counts as paid and is played, even if it fails afterwards. `reply_ended` always follows,
   * unless the reply is `discarded`.
   */
  speak(deltas: AsyncIterable<string>, options: Speaking & { reply: number }): AsyncIterable<SpokenChunk>;
  clock: LiveClock;
  settings: ConversationSettings;
  onOutput(output: LiveOutput): void;
};

export type LiveConversation = {
  /** Mono, 16 kHz. Wait for it before more is sent. Nothing for half a second is silence, if a turn is open. */
  push(samples: Float32Array): Promise<void>;
  /** Spoken at once if nothing else is going on, as a first message is. */
  say(text: string): void;
  /** A turn in writing. Answered like speech: instead of the reply in progress, or after it if that may not be interrupted. */
  hear(text: string): void;
  /** Stops the reply in progress, as speech would. */
  interrupt(): void;
  /** How much of a reply the listener has played. */
  played(reply: number, ms: number): void;
  commit(): boolean;
  /**
   * An orderly end: the clause in progress is said to its end, then `text`, and nobody is listened to any more. `ended` comes in
   * any case, at once if the last sentence cannot be spoken. A second call does nothing.
   */
  close(text: string | null, reason: string): void;
  /** Ends at once and cuts off the reply in progress. */
  end(reason: string): void;
};

/**
 * Joins an ear, a responder and a voice. It performs the effects of `step`, which decides everything and is pure, so
 * that tests can give it events in any order. Inputs queue up: one that an effect causes waits until all effects of
 * its step are done. A likely end of a turn starts a guess, which is discarded without charge if the caller goes on.
 * The conversation listens, thinks, speaks, pauses or has ended, and has at most one reply in progress. It knows no
 * protocol, no database and no money, so that any transport can use it.
 */
export function createLiveConversation(options: LiveOptions): LiveConversation {
  const { think, speak, clock, settings, onOutput } = options;
  let state = openConversation(clock.nowMs());
  let reply: { id: number; run: Reply } | null = null;
  let callOff = (): void => undefined;
  const inputs: ConversationInput[] = [];
  let isStepping = false;

  /** One after the other: what an effect causes comes after all effects of its step. */
  function give(input: Untimed<ConversationInput>): void {
    inputs.push({ ...input, nowMs: clock.nowMs() });
    if (isStepping) return;
    isStepping = true;
    try {
      for (let next = inputs.shift(); next; next = inputs.shift()) take(next);
    } finally {
      isStepping = false;
    }
    callOff();
    const dueMs = nextTickMs(state, settings);
    if (dueMs !== null)
      callOff = clock.after(Math.max(1, dueMs - clock.nowMs()), () => give({ kind: 'tick' }));
  }

  function take(input: ConversationInput): void {
    const { phase } = state;
    const { state: after, effects } = step(state, input, settings);
    state = after;
    for (const effect of effects) perform(effect);
    if (state.phase !== phase && state.phase !== 'ended') onOutput({ kind: 'phase', phase: state.phase });
  }

  function begin(id: number, isGuess: boolean, source: ReplySource['think']): void {
    const over = (isInterrupted: boolean): void => endReply(id, { isInterrupted });
    const run = startReply(
      { think: source, speak: (deltas, how) => speak(deltas, { ...how, reply: id }), clock, isGuess },
      {
        worded: () => give({ kind: 'reply_worded', reply: id }),
        text: (delta) => onOutput({ kind: 'text', reply: id, delta }),
        part: (part) => onOutput({ kind: 'part', reply: id, part }),
        audio: (chunk) => onOutput({ kind: 'audio', reply: id, chunk }),
        begun: () => give({ kind: 'reply_begun', reply: id }),
        resumed: (fromMs) => onOutput({ kind: 'resumed', reply: id, fromMs }),
        played(ends, isWhole) {
          over(!isWhole);
          give({ kind: 'reply_played', reply: id, ends });
        },
        failed(error) {
          onOutput({ kind: 'failed', reply: id, error });
          over(true);
          give({ kind: 'reply_failed', reply: id });
        },
      },
    );
    reply = { id, run };
  }

  function endReply(id: number, { isInterrupted }: { isInterrupted: boolean }): void {
    if (reply?.id !== id) return;
    const { text, heard } = reply.run.stop();
    reply = null;
    onOutput({ kind: 'reply_ended', reply: id, text, heard, isInterrupted });
  }

  function perform(effect: ConversationEffect): void {
    if (effect.kind === 'think')
      begin(effect.reply, effect.isGuess, (how) => think(effect.said, { ...how, reply: effect.reply }));
    else if (effect.kind === 'prompt') begin(effect.reply, false, () => only(effect.text));
    else if (effect.kind === 'listen_for_words') ear.listenForWords();
    else if (effect.kind === 'stop_listening') ear.close();
    else if (effect.kind === 'end') finish(effect.reason);
    else if (reply) performOnReply(effect, reply);
  }

  function performOnReply(
    effect: Extract<ConversationEffect, { reply: number }>,
    { id, run }: { id: number; run: Reply },
  ): void {
    const { kind } = effect;
    if (kind === 'confirm') run.confirm();
    else if (kind === 'fill') run.fill(effect.text);
    else if (kind === 'pause') onOutput({ kind: 'stopped', reply: id, atMs: run.pause() });
    else if (kind === 'resume') run.resume();
    else if (kind === 'wind_up') run.windUp();
    else if (kind === 'cut') {
      onOutput({ kind: 'stopped', reply: id, atMs: run.pause() });
      endReply(id, { isInterrupted: true });
    } else if (kind === 'discard') discard({ id, run });
  }

  function discard({ id, run }: { id: number; run: Reply }): void {
    run.stop();
    reply = null;
    onOutput({ kind: 'discarded', reply: id });
  }

  const isListening = (): boolean => state.phase !== 'ended' && !state.closing;

  function finish(reason: string): void {
    // Nobody heard of a guess, so nothing of it is kept or charged.
    if (reply && state.guess !== null) discard(reply);
    else if (reply) endReply(reply.id, { isInterrupted: true });
    state = { ...state, phase: 'ended' };
    callOff();
    ear.close();
    onOutput({ kind: 'ended', reason });
  }

  const ear = options.openEar((event) => {
    if (!isListening()) return;
    onOutput({ kind: 'ear', event });
    give({ kind: 'ear', event });
  });
  const listen = fillSilence({
    clock,
    push: (samples) => ear.push(samples),
    isTurnOpen: () => isListening() && state.isUserSpeaking,
  });
  give({ kind: 'tick' });

  return {
    push: async (samples) => (isListening() ? listen(samples) : undefined),
    say: (text) => give({ kind: 'say', text }),
    hear: (text) => give({ kind: 'read', text }),
    interrupt: () => give({ kind: 'interrupt' }),
    played(id, ms) {
      if (reply?.id === id) reply.run.report(ms);
    },
    commit: () => isListening() && ear.commit(),
    close: (text, reason) => give({ kind: 'close', text, reason }),
    end: (reason) => {
      if (state.phase !== 'ended') finish(reason);
    },
  };
}

async function* only(text: string): AsyncGenerator<ReplyPart> {
  yield { type: 'text', text };
}
