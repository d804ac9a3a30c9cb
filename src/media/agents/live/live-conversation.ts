import type { Ear, EarEvent, Said } from '../../../engines/turn-taking/index.ts';
import type { HeardText, SpokenChunk } from '../mouth/index.ts';
import {
  type ConversationEffect,
  type ConversationInput,
  type ConversationSettings,
  openConversation,
  type Phase,
} from './conversation-state.ts';
import { type LiveClock, type Reply, type ReplyPart, type ReplySource, startReply } from './reply.ts';
import { nextTickMs, step } from './step.ts';

export type LiveOutput =
  | { kind: 'ear'; event: EarEvent }
  | { kind: 'phase'; phase: Phase }
  | { kind: 'text'; reply: number; delta: string }
  | { kind: 'part'; reply: number; part: ReplyPart }
  | { kind: 'audio'; reply: number; chunk: SpokenChunk }
  /** The listener drops what it has not played. Sound after it goes on from `atMs`, or from the word before. */
  | { kind: 'stopped'; reply: number; atMs: number }
  | { kind: 'resumed'; reply: number }
  /** `text` is all that was thought; the mind is told `heard` if the reply was interrupted. */
  | { kind: 'reply_ended'; reply: number; text: string; heard: HeardText; isInterrupted: boolean }
  | { kind: 'discarded'; reply: number }
  | { kind: 'failed'; reply: number; error: unknown }
  | { kind: 'ended'; reason: string };

export type LiveOptions = {
  openEar(onEvent: (event: EarEvent) => void): Ear;
  think(said: Said, options: { signal: AbortSignal; certain: Promise<void> }): AsyncIterable<ReplyPart>;
  speak: ReplySource['speak'];
  clock: LiveClock;
  settings: ConversationSettings;
  onOutput(output: LiveOutput): void;
};

export type LiveConversation = {
  /** Mono, 16 kHz. Wait for it before more is sent. */
  push(samples: Float32Array): Promise<void>;
  /** Spoken at once if nothing else is going on, as a first message is. */
  say(text: string): void;
  /** How much of the reply in progress the listener has played. */
  played(ms: number): void;
  commit(): boolean;
  end(reason: string): void;
};

/** A conversation by ear, mind and mouth. It knows no protocol, no database and no money. */
export function createLiveConversation(options: LiveOptions): LiveConversation {
  const { think, speak, clock, settings, onOutput } = options;
  let state = openConversation(clock.nowMs());
  let reply: { id: number; run: Reply } | null = null;
  let callOff = (): void => undefined;
  const inputs: ConversationInput[] = [];
  let isStepping = false;

  /** One after the other: what an effect causes comes after all effects of its step. */
  function give(input: ConversationInput): void {
    inputs.push(input);
    if (isStepping) return;
    isStepping = true;
    for (let next = inputs.shift(); next; next = inputs.shift()) {
      const { phase } = state;
      const { state: after, effects } = step(state, next, settings);
      state = after;
      for (const effect of effects) perform(effect);
      if (state.phase !== phase) onOutput({ kind: 'phase', phase: state.phase });
    }
    isStepping = false;
    callOff();
    const dueMs = nextTickMs(state, settings);
    if (dueMs !== null)
      callOff = clock.after(Math.max(1, dueMs - clock.nowMs()), () =>
        give({ kind: 'tick', nowMs: clock.nowMs() }),
      );
  }

  function begin(id: number, isGuess: boolean, source: ReplySource['think']): void {
    const over = (isInterrupted: boolean): void => endReply(id, { isInterrupted });
    const run = startReply(
      { think: source, speak, clock, isGuess },
      {
        text: (delta) => onOutput({ kind: 'text', reply: id, delta }),
        part: (part) => onOutput({ kind: 'part', reply: id, part }),
        audio: (chunk) => onOutput({ kind: 'audio', reply: id, chunk }),
        begun: () => give({ kind: 'reply_begun', reply: id, nowMs: clock.nowMs() }),
        played(ends) {
          over(false);
          give({ kind: 'reply_played', reply: id, ends, nowMs: clock.nowMs() });
        },
        failed(error) {
          onOutput({ kind: 'failed', reply: id, error });
          over(true);
          give({ kind: 'reply_failed', reply: id, nowMs: clock.nowMs() });
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
      begin(effect.reply, effect.isGuess, (thinking) => think(effect.said, thinking));
    else if (effect.kind === 'prompt') begin(effect.reply, false, () => only(effect.text));
    else if (effect.kind === 'listen_for_words') ear.listenForWords();
    else if (effect.kind === 'end') finish(effect.reason);
    else if (reply) performOnReply(effect, reply);
  }

  function performOnReply(
    { kind }: Extract<ConversationEffect, { reply: number }>,
    { id, run }: { id: number; run: Reply },
  ): void {
    if (kind === 'confirm') run.confirm();
    else if (kind === 'pause') onOutput({ kind: 'stopped', reply: id, atMs: run.pause() });
    else if (kind === 'resume') {
      onOutput({ kind: 'resumed', reply: id });
      run.resume();
    } else if (kind === 'cut') {
      onOutput({ kind: 'stopped', reply: id, atMs: run.pause() });
      endReply(id, { isInterrupted: true });
    } else if (kind === 'discard') {
      run.stop();
      reply = null;
      onOutput({ kind: 'discarded', reply: id });
    }
  }

  function finish(reason: string): void {
    if (reply) endReply(reply.id, { isInterrupted: true });
    state = { ...state, phase: 'ended' };
    callOff();
    ear.close();
    onOutput({ kind: 'ended', reason });
  }

  const ear = options.openEar((event) => {
    if (state.phase === 'ended') return;
    onOutput({ kind: 'ear', event });
    give({ kind: 'ear', event, nowMs: clock.nowMs() });
  });
  give({ kind: 'tick', nowMs: clock.nowMs() });

  return {
    push: (samples) => ear.push(samples),
    say: (text) => give({ kind: 'say', text }),
    played: (ms) => reply?.run.report(ms),
    commit: () => ear.commit(),
    end: (reason) => {
      if (state.phase !== 'ended') finish(reason);
    },
  };
}

async function* only(text: string): AsyncGenerator<ReplyPart> {
  yield { type: 'text', text };
}
