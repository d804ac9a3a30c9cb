/** Lets everything happen that waits for nothing else. */
export const flush = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Time moves when the test says so. */
export function manualClock() {
  let nowMs = 0;
  let timers: { atMs: number; run(): void }[] = [];
  return {
    nowMs: () => nowMs,
    after(ms: number, run: () => void) {
      const timer = { atMs: nowMs + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    async advance(ms: number) {
      const end = nowMs + ms;
      for (;;) {
        await flush();
        const [next] = timers.filter(({ atMs }) => atMs <= end).sort((a, b) => a.atMs - b.atMs);
        if (!next) break;
        nowMs = next.atMs;
        timers = timers.filter((one) => one !== next);
        next.run();
      }
      nowMs = end;
      await flush();
    },
  };
}
