import { type HeardText, heardWords, type SpokenWord } from './heard.ts';
import type { SpokenChunk } from './speak-reply.ts';

/** Sent before it is played, so that a slow network does not stop the voice. */
const LEAD_MS = 600;
/** Kept after it was played: a reply goes back to the beginning of a word. */
const KEPT_MS = 2_000;

/**
 * Follows how much of a reply was played, so that it can be cut off, paused and resumed at a word. It has no timer: times are
 * those of the caller's clock. Without reports of the listener, sound counts as played from the moment it is sent.
 */
export type Playback = {
  add(chunk: SpokenChunk): void;
  /** Returns the chunks to send now, in order. */
  due(nowMs: number): SpokenChunk[];
  /** When `due` will have more, if nothing happens; null if it will not. */
  nextDueMs(nowMs: number): number | null;
  playedMs(nowMs: number): number;
  /** The listener says how much it played. */
  report(playedMs: number, nowMs: number): void;
  /** Stops at once. What was sent and not played must be dropped by the listener. */
  pause(nowMs: number): number;
  /** Goes on from the beginning of the word that was cut. Returns the place. */
  resume(nowMs: number): number;
  heard(reply: string, nowMs: number): HeardText;
  /** Sound that waits to be played. */
  aheadMs(nowMs: number): number;
  isPlayed(nowMs: number): boolean;
};

export function createPlayback(): Playback {
  let chunks: SpokenChunk[] = [];
  const words: SpokenWord[] = [];
  let addedMs = 0;
  let sentMs = 0;
  /** Played up to `place` at the time `at`; `at` is null while nothing plays. */
  let place = 0;
  let at: number | null = null;
  let isPaused = false;

  const playedMs = (nowMs: number): number => (at === null ? place : Math.min(sentMs, place + nowMs - at));
  function moveTo(ms: number, nowMs: number | null): void {
    [place, at] = [Math.max(0, ms), nowMs];
  }

  return {
    add(chunk) {
      chunks.push(chunk);
      words.push(...chunk.words);
      addedMs = chunk.endMs;
    },
    due(nowMs) {
      if (isPaused) return [];
      const played = playedMs(nowMs);
      const ready = chunks.filter(({ startMs, endMs }) => endMs > sentMs && startMs < played + LEAD_MS);
      const last = ready.at(-1);
      // After silence the sound plays from now on, not from when the last of it ended.
      if (last && (at === null || played >= sentMs)) moveTo(played, nowMs);
      const sent = ready.map((chunk) => from(chunk, sentMs));
      if (last) sentMs = last.endMs;
      chunks = chunks.filter(({ endMs }) => endMs > played - KEPT_MS);
      return sent;
    },
    nextDueMs(nowMs) {
      const next = chunks.find(({ endMs }) => endMs > sentMs);
      return !next || isPaused ? null : Math.max(nowMs, nowMs + next.startMs - LEAD_MS - playedMs(nowMs) + 1);
    },
    playedMs,
    report: (ms, nowMs) => moveTo(Math.min(ms, sentMs), at === null ? null : nowMs),
    pause(nowMs) {
      if (!isPaused) moveTo(playedMs(nowMs), null);
      isPaused = true;
      return place;
    },
    resume(nowMs) {
      if (!isPaused) return playedMs(nowMs);
      isPaused = false;
      const cut = words.find(({ startMs, endMs }) => startMs < place && place < endMs);
      const oldest = chunks[0]?.startMs ?? place;
      moveTo(Math.max(oldest, cut?.startMs ?? place), null);
      sentMs = place;
      return place;
    },
    heard: (reply, nowMs) => heardWords(reply, words, playedMs(nowMs)),
    aheadMs: (nowMs) => addedMs - playedMs(nowMs),
    isPlayed: (nowMs) => !isPaused && playedMs(nowMs) >= addedMs,
  };
}

/** The part of a chunk after a place in its middle. */
function from(chunk: SpokenChunk, ms: number): SpokenChunk {
  if (ms <= chunk.startMs) return chunk;
  const share = (ms - chunk.startMs) / (chunk.endMs - chunk.startMs);
  const samples = chunk.samples.subarray(Math.round(share * chunk.samples.length));
  return { ...chunk, samples, startMs: ms, words: chunk.words.filter(({ startMs }) => startMs >= ms) };
}
