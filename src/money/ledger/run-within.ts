import { DeadlineExceeded } from './errors.ts';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Rejects as soon as the client disconnects or time runs out, even if the work ignores its signal. */
export async function runWithin<Result>(
  deadlineMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  const leave = () => controller.abort(outer?.reason);
  const timer = setTimeout(
    () => controller.abort(new DeadlineExceeded(deadlineMs)),
    Math.min(deadlineMs, LONGEST_TIMER_MS),
  );
  outer?.addEventListener('abort', leave, { once: true });
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    const result = await Promise.race([work(signal), aborted]);
    outer?.throwIfAborted();
    return result;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', leave);
  }
}
