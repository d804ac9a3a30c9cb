export type SessionLimits = { idleMs: number; totalMs: number };

const MINUTE_MS = 60_000;
export const SESSION_LIMITS: SessionLimits = { idleMs: 15 * MINUTE_MS, totalMs: 60 * MINUTE_MS };

type End = { code: string; message: string };

/** Ends a session that lasts too long, or whose client sends nothing and is told nothing. */
export function limitSession(
  { idleMs, totalMs }: SessionLimits,
  { isBusy, end }: { isBusy(): boolean; end(how: End): void },
): { touch(): void; stop(): void } {
  const minutes = (ms: number): number => Math.round(ms / MINUTE_MS);
  const total = setTimeout(
    end,
    totalMs,
    expired(`Your session hit the maximum duration of ${minutes(totalMs)} minutes.`),
  );
  const wait = () => setTimeout(check, idleMs);
  let idle = wait();
  function check(): void {
    if (isBusy()) idle = wait();
    else end(expired(`Your session was idle for ${minutes(idleMs)} minutes.`));
  }
  return {
    touch() {
      clearTimeout(idle);
      idle = wait();
    },
    stop() {
      clearTimeout(total);
      clearTimeout(idle);
    },
  };
}

function expired(message: string): End {
  return { code: 'session_expired', message };
}

/** Responses of one session in a minute. A reply that is cancelled at once costs nothing, but the model server has begun. */
export const MAX_RESPONSES_PER_MINUTE = 60;

/** False when `most` calls were made in the last minute. */
export function createPace(most: number, now = () => performance.now()): () => boolean {
  const times: number[] = [];
  return () => {
    while (times[0] !== undefined && now() - times[0] >= MINUTE_MS) times.shift();
    if (times.length >= most) return false;
    times.push(now());
    return true;
  };
}
