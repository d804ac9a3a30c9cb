export type StallGuard = { signal: AbortSignal; wait(nextMs: number): void; close(): void };

/** Aborts when a server is silent for too long. `wait` starts the time anew. */
export function createStallGuard(firstMs: number): StallGuard {
  const controller = new AbortController();
  let timer = after(firstMs);

  function after(ms: number): NodeJS.Timeout {
    return setTimeout(() => controller.abort(new Error(`nothing came for ${ms} ms`)), ms);
  }

  return {
    signal: controller.signal,
    wait(nextMs: number): void {
      clearTimeout(timer);
      timer = after(nextMs);
    },
    close: () => clearTimeout(timer),
  };
}
