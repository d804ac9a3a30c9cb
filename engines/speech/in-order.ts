/**
 * Runs tasks concurrently and yields their results in order, with at most `ahead` results unread. When the caller stops
 * reading, no new task starts and the `signal` of running tasks is aborted.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  run: (item: Item, signal: AbortSignal) => Promise<Result>,
  options: { ahead: number; signal?: AbortSignal },
): AsyncGenerator<Result> {
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const source = items[Symbol.asyncIterator]();
  const running: Promise<Result>[] = [];
  let exhausted = false;
  try {
    while (true) {
      while (!exhausted && running.length < options.ahead) {
        const next = await source.next();
        if (next.done) exhausted = true;
        else running.push(guarded(run(next.value, signal)));
      }
      const first = running.shift();
      if (!first) return;
      yield await first;
    }
  } finally {
    stop.abort();
    await source.return?.();
  }
}

/** An unread rejection must not end the process. */
function guarded<Result>(task: Promise<Result>): Promise<Result> {
  task.catch(() => undefined);
  return task;
}
