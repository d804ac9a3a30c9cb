/** Remembers tasks until they have ended, so that a service that stops can wait for those that nobody waits for. */
export function trackTasks() {
  const running = new Set<Promise<unknown>>();
  return {
    tracked<Result>(task: Promise<Result>): Promise<Result> {
      const ended = task.then(
        () => undefined,
        () => undefined,
      );
      running.add(ended);
      void ended.then(() => running.delete(ended));
      return task;
    },
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
