import type { Member } from './member.ts';
import type { EndReason } from './supervision.ts';

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 10_000;
/** After this many starts in a row that did not become ready, the engine counts as down. */
const DOWN_AFTER_STARTS = 3;
/** Exits that are not the engine's fault. */
const INTENDED: ReadonlySet<EndReason> = new Set(['cancelled', 'deadline', 'idle', 'closed']);

export type RespawnBackoff = {
  exited(member: Pick<Member, 'endReason' | 'wasReady'>): void;
  started(): void;
  answered(): void;
  waiting(): boolean;
  down(): boolean;
  cancel(): void;
};

/** The first crash is replaced at once; each further one waits twice as long as the one before. */
export function createRespawnBackoff(onDue: () => void): RespawnBackoff {
  let crashes = 0;
  let failedStarts = 0;
  let timer: NodeJS.Timeout | undefined;

  return {
    exited(member) {
      if (!member.wasReady) failedStarts += 1;
      if (member.wasReady && INTENDED.has(member.endReason)) return;
      crashes += 1;
      if (crashes < 2 || timer) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          onDue();
        },
        Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (crashes - 2)),
      );
    },
    started() {
      failedStarts = 0;
    },
    answered() {
      crashes = 0;
    },
    waiting: () => timer !== undefined,
    down: () => failedStarts >= DOWN_AFTER_STARTS,
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
