/** Events that wait to be read. What arrived before the end is read first. */
export function createEventQueue<T>(onFinished: () => void) {
  const waiting: T[] = [];
  let outcome: { error?: unknown } | null = null;
  let readers: (() => void)[] = [];
  const wake = () => {
    for (const reader of readers) reader();
    readers = [];
  };
  const finish = (how: { error?: unknown }) => {
    if (outcome !== null) return;
    outcome = how;
    onFinished();
    wake();
  };
  return {
    get isFinished() {
      return outcome !== null;
    },
    push(event: T): void {
      if (outcome === null) waiting.push(event);
      wake();
    },
    end: () => finish({}),
    fail: (error: unknown) => finish({ error }),
    async *read(): AsyncGenerator<T, void, undefined> {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift() as T;
        if (outcome !== null) {
          if ('error' in outcome) throw outcome.error;
          return;
        }
        await new Promise<void>((resolve) => readers.push(resolve));
      }
    },
  };
}
