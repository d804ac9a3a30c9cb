import { currentSpan, type Span } from '../tracing/index.ts';

type CallTrace = {
  taken(): void;
  /** Call this when it was offered to the processes: if none has taken it, it waits. */
  follow<Result>(answer: Promise<Result>): Promise<Result>;
};

/** The spans of a call: until a process takes it, if it has to wait, and until it is answered. Undefined if nobody asked. */
export function traceCall(engine: string, method: string): CallTrace | undefined {
  const parent = currentSpan();
  if (!parent) return undefined;
  let waiting: Span | undefined;
  let working: Span | undefined;
  let isTaken = false;
  return {
    taken() {
      isTaken = true;
      waiting?.end();
      working = parent.child(`engine ${engine}: ${method}`);
    },
    async follow(answer) {
      if (!isTaken) waiting = parent.child(`engine ${engine}: waiting`);
      try {
        const result = await answer;
        working?.end();
        return result;
      } catch (error) {
        // Whichever is open.
        waiting?.fail(error);
        working?.fail(error);
        throw error;
      }
    },
  };
}
