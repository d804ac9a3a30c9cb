import { setImmediate as nextTurn } from 'node:timers/promises';

/** The time at which the result is due. A lower rank goes first. */
type Rank = number;

export type Turns = {
  /** Runs a step when no other step runs and none of a lower rank waits. Rejects if it was aborted meanwhile. */
  take<Result>(rank: Rank, step: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
};

type Waiting = { rank: Rank; run(): Promise<void> };

/**
 * Shares one thread between calls, step by step, in order of arrival among equals. A step blocks the thread, so messages are read
 * between two of them.
 */
export function createTurns(): Turns {
  const waiting: Waiting[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    for (;;) {
      await nextTurn();
      const next = waiting.shift();
      if (!next) break;
      await next.run();
    }
    isRunning = false;
  }

  return {
    take(rank, step, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof step>>>();
      const run = async (): Promise<void> => {
        try {
          signal.throwIfAborted();
          resolve(await step());
        } catch (error) {
          reject(error);
        }
      };
      const behind = waiting.findIndex((other) => other.rank > rank);
      waiting.splice(behind < 0 ? waiting.length : behind, 0, { rank, run });
      if (!isRunning) void runAll();
      return promise;
    },
  };
}
