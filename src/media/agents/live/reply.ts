import { createPlayback, type HeardText, type SpokenChunk } from '../mouth/index.ts';

/** Time that tests can move. `after` returns how to call it off. */
export type LiveClock = { nowMs(): number; after(ms: number, run: () => void): () => void };

/** What a mind says, and what it does; other parts are passed on. */
export type ReplyPart =
  | { type: 'text'; text: string }
  | { type: 'hand_over' | 'end_call'; reason: string }
  | { type: 'tool' | 'remember' };

export type ReplySource = {
  /** `certain` resolves when the turn has ended: nothing that cannot be taken back may be done before. */
  think(options: { signal: AbortSignal; certain: Promise<void> }): AsyncIterable<ReplyPart>;
  speak(deltas: AsyncIterable<string>, signal: AbortSignal): AsyncIterable<SpokenChunk>;
  clock: LiveClock;
  isGuess: boolean;
};

export type ReplyEvents = {
  text(delta: string): void;
  part(part: ReplyPart): void;
  audio(chunk: SpokenChunk): void;
  begun(): void;
  /** `ends`: how the mind ended the conversation. */
  played(ends: string | null): void;
  failed(error: unknown): void;
};

export type Reply = {
  /** The turn has ended as it was guessed: the reply may be heard. */
  confirm(): void;
  /** Returns the place where the listener has to stop. */
  pause(): number;
  resume(): void;
  /** The listener says how much it played. */
  report(playedMs: number): void;
  /** Ends it now. Returns all of its text and what was heard. */
  stop(): { text: string; heard: HeardText };
};

/** Sound that is kept ready. More would be synthesized for nothing if the reply is cut. */
const MOST_AHEAD_MS = 8_000;

/** Thinks, speaks and plays one reply, each as far as the one before allows. */
export function startReply({ think, speak, clock, isGuess }: ReplySource, on: ReplyEvents): Reply {
  const abort = new AbortController();
  const certain = Promise.withResolvers<void>();
  const playback = createPlayback();
  let text = '';
  let toldText = 0;
  let ends: string | null = null;
  let isHeld = isGuess;
  let [isBegun, isSynthesized, isPaused, isOver] = [false, false, false, false];
  let callOff = (): void => undefined;
  let progress = Promise.withResolvers<void>();
  if (!isGuess) certain.resolve();

  async function* deltas(): AsyncGenerator<string> {
    for await (const part of think({ signal: abort.signal, certain: certain.promise })) {
      if (isOver) return;
      if (part.type === 'text') {
        text += part.text;
        tellText();
        yield part.text;
      } else {
        if (part.type === 'hand_over' || part.type === 'end_call') ends = part.type;
        on.part(part);
      }
    }
  }

  function tellText(): void {
    if (isHeld || toldText === text.length) return;
    on.text(text.slice(toldText));
    toldText = text.length;
  }

  async function run(): Promise<void> {
    for await (const chunk of speak(deltas(), abort.signal)) {
      if (isOver) return;
      playback.add(chunk);
      send();
      while (!isOver && playback.aheadMs(clock.nowMs()) > MOST_AHEAD_MS) await progress.promise;
    }
    isSynthesized = true;
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
    if (isSynthesized && playback.isPlayed(nowMs)) {
      isOver = true;
      on.played(ends);
      return;
    }
    const dueMs = playback.nextDueMs(nowMs) ?? (isSynthesized ? nowMs + playback.aheadMs(nowMs) : null);
    if (dueMs !== null) callOff = clock.after(Math.max(1, Math.ceil(dueMs - nowMs)), send);
  }

  run().catch((error: unknown) => {
    if (isOver) return;
    stop();
    on.failed(error);
  });

  function stop(): { text: string; heard: HeardText } {
    isOver = true;
    callOff();
    abort.abort();
    progress.resolve();
    return { text, heard: playback.heard(text, clock.nowMs()) };
  }

  return {
    confirm() {
      isHeld = false;
      certain.resolve();
      tellText();
      send();
    },
    pause() {
      isPaused = true;
      callOff();
      return playback.pause(clock.nowMs());
    },
    resume() {
      isPaused = false;
      playback.resume(clock.nowMs());
      send();
    },
    report: (playedMs) => playback.report(playedMs, clock.nowMs()),
    stop,
  };
}
