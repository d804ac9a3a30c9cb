/**
 * Runs tasks side by side, at most `ahead` of them unread, and yields their results in order. A caller that stops
 * reading stops the work: no new task starts, and `signal` of those that run is aborted.
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
