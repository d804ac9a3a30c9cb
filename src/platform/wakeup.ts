export type Wakeup = {
  wake(): void;
  /** Returns at the next `wake`, at once when one came since the last wait, or after `ms`. */
  wait(ms: number): Promise<'woken' | 'timeout'>;
};

/** Lets a loop sleep between two looks at the database without missing a change. Aborting the signal wakes it too. */
export function createWakeup(signal: AbortSignal): Wakeup {
  let pending = signal.aborted;
  let resolveWait: (() => void) | undefined;
  const wake = (): void => {
    pending = true;
    resolveWait?.();
  };
  signal.addEventListener('abort', wake, { once: true });
  return {
    wake,
    async wait(ms) {
      if (!pending) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        resolveWait = resolve;
        await promise;
        clearTimeout(timer);
        resolveWait = undefined;
      }
      const woken = pending;
      pending = false;
      return woken ? 'woken' : 'timeout';
    },
  };
}
