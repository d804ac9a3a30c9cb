/** Does things in order, each when the one before is done. What fails is told, and the next goes on. */
export type Outbox = {
  add(task: () => Promise<void>): void;
  /** Tasks that wait. */
  size(): number;
  /** Resolves when all that was added until then is done. */
  empty(): Promise<void>;
};

export function createOutbox(onError: (error: unknown) => void): Outbox {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  return {
    add(task) {
      waiting += 1;
      last = last
        .then(task)
        .catch(onError)
        .finally(() => {
          waiting -= 1;
        });
    },
    size: () => waiting,
    empty: () => last,
  };
}
