/** Passes items from one writer to one reader, once and in order. */
export type Feed<Item> = {
  push(item: Item): void;
  /** Nothing more comes. */
  end(): void;
  fail(error: unknown): void;
  read(): AsyncGenerator<Item>;
};

/** Ends when the signal is aborted. */
export function createFeed<Item>(signal?: AbortSignal): Feed<Item> {
  const ready: Item[] = [];
  let over: { error?: unknown } | null = null;
  let change = Promise.withResolvers<void>();

  function wake(): void {
    change.resolve();
    change = Promise.withResolvers();
  }
  function close(how: { error?: unknown }): void {
    over ??= how;
    wake();
  }
  signal?.addEventListener('abort', () => close({}), { once: true });

  return {
    push(item) {
      if (!over) ready.push(item);
      wake();
    },
    end: () => close({}),
    fail: (error) => close({ error }),
    async *read() {
      while (!signal?.aborted) {
        const item = ready.shift();
        if (item !== undefined) yield item;
        else if (!over) await change.promise;
        else if ('error' in over) throw over.error;
        else return;
      }
    },
  };
}
