import { createFeed, createPlayback, type HeardText, type SpokenChunk } from '../../spoken-replies/index.ts';
import type { ReplyPart } from '../responders/responder.ts';

/** Time that tests can move. `after` returns how to call it off. */
export type LiveClock = { nowMs(): number; after(ms: number, run: () => void): () => void };

export type Thinking = {
  signal: AbortSignal;
  /**
   * Resolves when the turn has ended: nothing that cannot be taken back, and nothing that costs, may be done before. Rejects if
   * the reply is thrown away.
   */
  certain: Promise<void>;
};

/** After `ending` no new clause may begin. */
export type Speaking = Thinking & { ending: AbortSignal };

export type ReplySource = {
  think(options: Thinking): AsyncIterable<ReplyPart>;
  speak(deltas: AsyncIterable<string>, options: Speaking): AsyncIterable<SpokenChunk>;
  clock: LiveClock;
  isGuess: boolean;
};

export type ReplyEvents = {
  /** The responder has its first words; they may not be heard yet. */
  worded(): void;
  text(delta: string): void;
  part(part: ReplyPart): void;
  audio(chunk: SpokenChunk): void;
  begun(): void;
  resumed(fromMs: number): void;
  /** `ends`: how the responder ended the conversation. `isWhole`: it was not wound up before its end. */
  played(ends: string | null, isWhole: boolean): void;
  /** Comes after all sound that there was has been played. */
  failed(error: unknown): void;
};

export type Reply = {
  /** The turn has ended as it was guessed: the reply may be heard. */
  confirm(): void;
  /** Says this now, before the reply's own words. */
  fill(text: string): void;
  /** Returns the place where the listener has to stop. */
  pause(): number;
  resume(): void;
  /** The listener says how much it played. */
  report(playedMs: number): void;
  /** Thinks no further, and speaks to the end of the clause in progress. */
  windUp(): void;
  /** Ends it now. Returns all of its text and what was heard. */
  stop(): { text: string; heard: HeardText };
};

/** Sound that is taken is paid for, so it is taken shortly before it is sent. */
const MOST_AHEAD_MS = 1_000;

/** Thinks, speaks and plays one reply, each as far as the one before allows. */
export function startReply({ think, speak, clock, isGuess }: ReplySource, on: ReplyEvents): Reply {
  const thinking = new AbortController();
  const speaking = new AbortController();
  const ending = new AbortController();
  const certain = Promise.withResolvers<void>();
  const deltas = createFeed<string>(speaking.signal);
  const playback = createPlayback();
  let text = '';
  /** Told when the turn is certain. */
  const untold: (() => void)[] = [];
  let ends: string | null = null;
  let isHeld = isGuess;
  let isBegun = false;
  let isPaused = false;
  let isOver = false;
  let isWhole = true;
  /** Set when there will be no more sound. */
  let synthesized: { error?: unknown } | null = null;
  let callOff = (): void => undefined;
  let progress = Promise.withResolvers<void>();
  if (!isGuess) certain.resolve();
  // A reply may be thrown away before anybody waits for it.
  certain.promise.catch(() => undefined);

  async function runResponder(): Promise<void> {
    for await (const part of think({ signal: thinking.signal, certain: certain.promise })) {
      if (thinking.signal.aborted) return;
      if (part.type === 'text') say(part.text);
      else {
        if (part.type === 'hand_over' || part.type === 'end_call') ends = part.type;
        tell(() => on.part(part));
      }
    }
  }

  function say(delta: string): void {
    if (delta === '') return;
    if (text === '') on.worded();
    text += delta;
    tell(() => on.text(delta));
    deltas.push(delta);
  }

  function tell(one: () => void): void {
    if (isHeld) untold.push(one);
    else one();
  }

  async function runSpeech(): Promise<void> {
    const options = { signal: speaking.signal, ending: ending.signal, certain: certain.promise };
    for await (const chunk of speak(deltas.read(), options)) {
      if (isOver) return;
      playback.add(chunk);
      send();
      while (!isOver && playback.aheadMs(clock.nowMs()) > MOST_AHEAD_MS) await progress.promise;
    }
  }

  function endSound(how: { error?: unknown }): void {
    synthesized = how;
    // Nothing of it would be heard.
    thinking.abort();
    send();
  }

  function send(): void {
    callOff();
    if (isOver || isHeld || isPaused) return;
    const nowMs = clock.nowMs();
    for (const chunk of playback.due(nowMs)) {
      if (!isBegun) on.begun();
      isBegun = true;
      on.audio(chunk);
    }
    progress.resolve();
    progress = Promise.withResolvers();
    if (synthesized && playback.isPlayed(nowMs)) finish(synthesized);
    else if (!isOver) sendLater(nowMs);
  }

  /** Waits until more is due, more may be taken, or all was played. Nothing else changes by itself. */
  function sendLater(nowMs: number): void {
    const restMs = playback.aheadMs(nowMs) - (synthesized ? 0 : MOST_AHEAD_MS);
    const dueMs = playback.nextDueMs(nowMs) ?? (restMs > 0 ? nowMs + restMs : null);
    if (dueMs !== null) callOff = clock.after(Math.max(1, Math.ceil(dueMs - nowMs)), send);
  }

  function finish(how: { error?: unknown }): void {
    isOver = true;
    speaking.abort();
    if ('error' in how) on.failed(how.error);
    else on.played(ends, isWhole);
  }

  function stop(): { text: string; heard: HeardText } {
    isOver = true;
    callOff();
    for (const one of [thinking, speaking]) one.abort();
    certain.reject(thinking.signal.reason);
    progress.resolve();
    return { text, heard: playback.heard(text, clock.nowMs()) };
  }

  runResponder().then(deltas.end, deltas.fail);
  runSpeech().then(
    () => endSound({}),
    (error: unknown) => endSound({ error }),
  );

  return {
    confirm() {
      isHeld = false;
      certain.resolve();
      for (const tellNow of untold.splice(0)) tellNow();
      send();
    },
    // A line of its own is spoken without waiting for what follows.
    fill: (sentence) => say(`${sentence}\n`),
    pause() {
      isPaused = true;
      callOff();
      return playback.pause(clock.nowMs());
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      on.resumed(playback.resume(clock.nowMs()));
      send();
    },
    report: (playedMs) => playback.report(playedMs, clock.nowMs()),
    windUp() {
      if (synthesized) return;
      isWhole = false;
      ending.abort();
      thinking.abort();
      deltas.end();
    },
    stop,
  };
}
