/** The meter passes the processor time between two looks, and the time by the clock. */
type OnTurn = (cpuMs: number, wallMs: number) => void;

/**
 * Measures turns of this thread's event loop in processor time, which a busy machine does not lengthen. A timer looks every
 * so many milliseconds; a look that comes late had to wait for a turn. What ran shortly before counts with it, so a turn may
 * be measured up to `everyMs` too long.
 */
export function measureTurns(everyMs: number, onTurn: OnTurn): { stop(): void } {
  let cpuMs = cpuTime();
  let wallMs = performance.now();
  const timer = setInterval(() => {
    const cpuBefore = cpuMs;
    const wallBefore = wallMs;
    cpuMs = cpuTime();
    wallMs = performance.now();
    onTurn(cpuMs - cpuBefore, wallMs - wallBefore);
  }, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}

function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
