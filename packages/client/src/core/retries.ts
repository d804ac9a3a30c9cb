import { ConnectionError } from '../base-errors.ts';
import { ApiError, RateLimitError } from './errors.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
/** Nobody expects a call to wait longer by itself. The error then says how long. */
const LONGEST_RETRY_AFTER_MS = 60_000;
const JITTER = 0.25;
const TEMPORARY_STATUSES = new Set([408, 500, 502, 503, 504]);

/**
 * Returns how long to wait before the request is sent again, or null when it must not be. `repeatable`: a second
 * request has no further effect, because of its method or of its idempotency key. Others are only repeated after a 429,
 * which the service sends before it does or charges anything.
 */
export function retryDelayMs(
  error: unknown,
  {
    attempt,
    repeatable,
    random = Math.random,
  }: { attempt: number; repeatable: boolean; random?: () => number },
): number | null {
  if (!isTemporary(error, repeatable)) return null;
  const asked = error instanceof ApiError ? error.retryAfterMs : null;
  if (asked !== null) return asked <= LONGEST_RETRY_AFTER_MS ? asked : null;
  return backoffMs(attempt, { random });
}

function isTemporary(error: unknown, repeatable: boolean): boolean {
  if (error instanceof RateLimitError) return true;
  if (!repeatable) return false;
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  return TEMPORARY_STATUSES.has(error.status) || error.code === 'idempotency_key_in_flight';
}

/** Tells whether a stream that failed may be opened again. 429: too many are open. 503: the node is about to stop. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof ApiError && (error.status === 429 || error.status >= 500);
}

/** Grows exponentially from `attempt` 0 on. The jitter keeps clients from coming back all at once. */
export function backoffMs(
  attempt: number,
  { firstMs = FIRST_DELAY_MS, longestMs = LONGEST_DELAY_MS, random = Math.random } = {},
): number {
  return Math.min(longestMs, firstMs * 2 ** attempt) * (1 - JITTER * random());
}

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export const sleep: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
