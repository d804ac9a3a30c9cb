type Sound = { reply: number; start_ms: number; end_ms: number };

/** Plays a reply as a loudspeaker would, without sound: it only knows how far it got. */
export type LivePlayer = {
  add(sound: Sound): void;
  /** Drops what was not played. */
  stop(): void;
  /** The place in the reply's sound, in whole ms; null before the first reply. */
  played(): { reply: number; ms: number } | null;
  isPlaying(): boolean;
};

export function createLivePlayer(nowMs: () => number = () => performance.now()): LivePlayer {
  let reply: number | null = null;
  let placeMs = 0;
  let endMs = 0;
  let sinceMs = 0;
  const playedMs = (): number => Math.min(endMs, placeMs + nowMs() - sinceMs);

  return {
    add(sound) {
      const follows = sound.reply === reply && sound.start_ms === endMs;
      // After a gap it plays from now on.
      if (!follows || playedMs() === endMs) [placeMs, sinceMs] = [sound.start_ms, nowMs()];
      [reply, endMs] = [sound.reply, sound.end_ms];
    },
    stop() {
      endMs = Math.round(playedMs());
    },
    played: () => (reply === null ? null : { reply, ms: Math.round(playedMs()) }),
    isPlaying: () => reply !== null && playedMs() < endMs,
  };
}
