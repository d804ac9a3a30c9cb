/**
 * Reads the reports of a call while it runs, several at a time if the reader is slower. The call starts at once. Ends when the
 * call is answered; if it fails, after the reports that were made before. Stop reading to cancel.
 */
export function streamReports(
  start: (onReport: (value: unknown) => void, signal: AbortSignal) => Promise<unknown>,
  signal?: AbortSignal,
): AsyncGenerator<unknown[]> {
  const stop = new AbortController();
  let ready: unknown[] = [];
  let over: { error?: unknown } | null = null;
  let change = Promise.withResolvers<void>();
  const wake = (): void => {
    change.resolve();
    change = Promise.withResolvers();
  };
  const end = (how: { error?: unknown }): void => {
    over = how;
    wake();
  };
  const onReport = (value: unknown): void => {
    ready.push(value);
    wake();
  };
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  start(onReport, either).then(
    () => end({}),
    (error: unknown) => end({ error }),
  );
  const isOver = (): { error?: unknown } | null => over;

  async function* read(): AsyncGenerator<unknown[]> {
    try {
      for (;;) {
        const reports = ready;
        const how = isOver();
        ready = [];
        if (reports.length > 0) yield reports;
        else if (!how) await change.promise;
        else if ('error' in how) throw how.error;
        else return;
      }
    } finally {
      stop.abort();
    }
  }
  return read();
}
