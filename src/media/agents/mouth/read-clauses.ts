import { type Clause, createClauses } from './clauses.ts';

/**
 * Reads a reply as fast as it is written, whatever is being spoken: a model's server does not wait for a listener. `next`
 * resolves to null at the end, or when the signal is aborted.
 */
export function readClauses(
  deltas: AsyncIterable<string>,
  signal: AbortSignal,
): { next(): Promise<Clause | null> } {
  const reader = createClauses();
  const ready: Clause[] = [];
  let end: { error?: unknown } | null = null;
  let change = Promise.withResolvers<void>();
  const wake = (): void => {
    change.resolve();
    change = Promise.withResolvers();
  };
  signal.addEventListener('abort', wake, { once: true });

  async function read(): Promise<void> {
    for await (const delta of deltas) {
      if (signal.aborted) return;
      ready.push(...reader.push(delta));
      wake();
    }
    ready.push(...reader.finish());
  }
  read().then(
    () => {
      end = {};
      wake();
    },
    (error: unknown) => {
      end = { error };
      wake();
    },
  );

  return {
    async next() {
      while (ready.length === 0 && !end && !signal.aborted) await change.promise;
      if (signal.aborted) return null;
      const clause = ready.shift();
      if (!clause && end && 'error' in end) throw end.error;
      return clause ?? null;
    },
  };
}
