import { FfmpegBusy } from './errors.ts';

/** Limits how many ffmpeg processes run at once on this node. */
export type FfmpegGate = {
  /** Resolves to a function that frees the slot. Throws `FfmpegBusy` if the queue is full or the wait too long. */
  enter(signal?: AbortSignal): Promise<() => void>;
};

export type GateOptions = {
  running: number;
  /** Callers that may wait for a slot. The next one is refused at once. */
  waiting: number;
  maxWaitMs: number;
};

const RETRY_AFTER_SECONDS = 5;

/** First come, first served. */
export function createGate({ running, waiting, maxWaitMs }: GateOptions): FfmpegGate {
  const queue: (() => void)[] = [];
  let free = running;

  function leaveOnce(): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = queue.shift();
      if (next) next();
      else free += 1;
    };
  }

  return {
    async enter(signal) {
      signal?.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return leaveOnce();
      }
      if (queue.length >= waiting) throw new FfmpegBusy(RETRY_AFTER_SECONDS);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const admit = (): void => resolve(leaveOnce());
      const giveUp = (reason: unknown): void => {
        const place = queue.indexOf(admit);
        if (place >= 0) queue.splice(place, 1);
        reject(reason);
      };
      const abort = (): void => giveUp(signal?.reason);
      const timer = setTimeout(() => giveUp(new FfmpegBusy(RETRY_AFTER_SECONDS)), maxWaitMs);
      signal?.addEventListener('abort', abort, { once: true });
      queue.push(admit);
      return promise.finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      });
    },
  };
}

/**
 * Reading a customer's file keeps a core busy, so there is one slot per core, and at least two. An encoder mostly waits
 * for speech or for a slow client, so there are more.
 */
export function createGates(cores: number): { reading: FfmpegGate; encoding: FfmpegGate } {
  return {
    reading: createGate({ running: Math.max(2, cores), waiting: 16 * cores, maxWaitMs: 30_000 }),
    encoding: createGate({ running: 8 * cores, waiting: 8 * cores, maxWaitMs: 10_000 }),
  };
}
