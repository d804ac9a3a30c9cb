/** A signal that is aborted with a `TimeoutError` when the time is up. Tests give their own, and wait for nothing. */
export type Deadline = (ms: number) => AbortSignal;

export const realDeadline: Deadline = (ms) => AbortSignal.timeout(ms);
