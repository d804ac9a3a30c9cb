import type { Latency } from '../conversations/conversation.ts';

/** Follows the time from the end of the caller's speech to the first sound of the reply. */
export type Stopwatch = {
  /** The ear has now heard the sound up to `soundMs`. */
  heardUntil(soundMs: number): void;
  /** The caller's speech ended there in the sound; its words are known now. */
  turnEnded(speechEndMs: number | null): void;
  firstText(): void;
  firstSound(): void;
  /** Zero where something did not happen, or happened before it was asked for. */
  latency(): Latency;
};

export function createStopwatch(nowMs: () => number): Stopwatch {
  let soundMs = 0;
  let soundAt = nowMs();
  let spokenAt: number | null = null;
  let endedAt: number | null = null;
  let textAt: number | null = null;
  let audibleAt: number | null = null;
  return {
    heardUntil(ms) {
      soundMs = ms;
      soundAt = nowMs();
    },
    turnEnded(speechEndMs) {
      endedAt = nowMs();
      spokenAt = speechEndMs === null ? endedAt : soundAt - Math.max(0, soundMs - speechEndMs);
      textAt = null;
      audibleAt = null;
    },
    firstText() {
      textAt ??= nowMs();
    },
    firstSound() {
      audibleAt ??= nowMs();
    },
    latency() {
      const from = endedAt ?? 0;
      const thoughtAt = Math.max(from, textAt ?? from);
      return {
        heard: from - (spokenAt ?? from),
        thought: endedAt === null ? 0 : thoughtAt - from,
        spoke: endedAt === null || audibleAt === null ? 0 : Math.max(0, audibleAt - thoughtAt),
      };
    },
  };
}
