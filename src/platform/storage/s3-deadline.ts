/** Runs a request that ends in time. */
export type InTime = <Result>(
  send: (limits: { abortSignal: AbortSignal }) => Promise<Result>,
) => Promise<Result>;

/**
 * The SDK's own timeouts begin anew with every byte, and it never ends a request that is answered with `101 Switching
 * Protocols`, whatever its signal says.
 */
export function withDeadline(ms: number): InTime {
  return async (send) => {
    const abortSignal = AbortSignal.timeout(ms);
    const late = Promise.withResolvers<never>();
    const onLate = (): void => late.reject(abortSignal.reason);
    abortSignal.addEventListener('abort', onLate, { once: true });
    try {
      return await Promise.race([send({ abortSignal }), late.promise]);
    } finally {
      abortSignal.removeEventListener('abort', onLate);
    }
  };
}
