import { PasswordsBusy } from './errors.ts';

/** Runs at most `running` tasks at a time; at most `waiting` more queue up. */
export function createTaskLimit(limits: { running: number; waiting: number }) {
  const queue: (() => void)[] = [];
  let free = limits.running;

  async function enter(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (queue.length >= limits.waiting) throw new PasswordsBusy();
    await new Promise<void>((admit) => queue.push(admit));
  }

  /** Hands the place to the next in the queue, so that a newcomer cannot jump it. */
  function leave(): void {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  }

  return async function pass<T>(task: () => Promise<T>): Promise<T> {
    await enter();
    try {
      return await task();
    } finally {
      leave();
    }
  };
}
