export type PendingCall = {
  readonly id: number;
  readonly method: string;
  readonly payload: unknown;
  readonly urgent: boolean;
  readonly promise: Promise<unknown>;
  readonly settled: boolean;
  /** A process gets it now. */
  taken(): void;
  report(value: unknown): void;
  resolve(value: unknown): void;
  reject(error: unknown): void;
};

let lastId = 0;

/** A caller's promise with its deadline and signal. Settling it releases both. */
export function createPendingCall(options: {
  method: string;
  payload: unknown;
  deadlineMs: number;
  urgent: boolean;
  signal: AbortSignal | undefined;
  onTaken: (() => void) | undefined;
  onReport?: ((value: unknown) => void) | undefined;
  onDeadline(call: PendingCall): void;
  onAbort(call: PendingCall): void;
}): PendingCall {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const { signal } = options;
  let settled = false;
  const settle = (apply: () => void): void => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    apply();
  };
  lastId += 1;
  const call: PendingCall = {
    id: lastId,
    method: options.method,
    payload: options.payload,
    urgent: options.urgent,
    promise,
    get settled() {
      return settled;
    },
    taken: () => options.onTaken?.(),
    report: (value) => {
      if (!settled) options.onReport?.(value);
    },
    resolve: (value) => settle(() => resolve(value)),
    reject: (error) => settle(() => reject(error)),
  };
  const abort = (): void => options.onAbort(call);
  const timer = setTimeout(() => options.onDeadline(call), options.deadlineMs);
  signal?.addEventListener('abort', abort, { once: true });
  return call;
}
