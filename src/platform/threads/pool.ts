import { createCrew, type Order } from './crew.ts';
import { ThreadsBusy, TooManyTasks, TooMuchWork } from './errors.ts';
import { FairQueue } from './fair-queue.ts';
import { type Member, Overrun } from './member.ts';
import { errorFrom } from './messages.ts';
import type { Task } from './task.ts';

type TaskOptions = {
  /** Whose work it is: the account. */
  owner: string;
  /** For the error, as the beginning of a sentence: "Checking the tools". */
  what: string;
  /** Processor time. */
  budgetMs?: number;
  /** Of a caller who may leave before the task has begun. One that runs is ended by its budget alone. */
  signal?: AbortSignal | undefined;
};

/** Runs tenants' programs away from the event loop. One owner never holds more than one thread. */
export type Threads = {
  run<Input, Output>(task: Task<Input, Output>, input: Input, options: TaskOptions): Promise<Output>;
  figures(): { busy: number; queued: number; restarts: number };
  close(): Promise<void>;
};

type Waiting = Required<Omit<TaskOptions, 'signal'>> & Order & { answered: PromiseWithResolvers<unknown> };

const IDLE_MS = 5 * 60_000;
const BUDGET_MS = 2_000;
export const MAX_WAITING_OF_ONE = 50;
const MAX_WAITING = 1_000;
/** A caller is told that the service is busy before most clients give up. */
const MAX_WAIT_MS = 30_000;

/** Threads start when they are needed and leave when all of them are idle. */
export function createThreads({ maxWaitMs = MAX_WAIT_MS } = {}): Threads {
  const queue = new FairQueue<Waiting>();
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const crew = createCrew();

  function serve(): void {
    clearTimeout(idleTimer);
    while (queue.length > 0) {
      const member = crew.free();
      const waiting = member && queue.take();
      if (!waiting) break;
      void serveOne(member, waiting);
    }
    if (crew.busy() === 0) idleTimer = setTimeout(crew.stopAll, IDLE_MS).unref();
  }

  async function serveOne(member: Member, waiting: Waiting): Promise<void> {
    const { answered, owner, what } = waiting;
    try {
      const report = await crew.run(member, waiting);
      if ('failure' in report) answered.reject(errorFrom(report.failure));
      else answered.resolve(report.output);
    } catch (error) {
      answered.reject(error instanceof Overrun && !isClosed ? new TooMuchWork(what, error) : error);
    } finally {
      queue.done(owner);
      serve();
    }
  }

  return {
    run<Input, Output>(
      { module, name }: Task<Input, Output>,
      input: Input,
      { owner, what, budgetMs = BUDGET_MS, signal }: TaskOptions,
    ) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (isClosed || queue.length >= MAX_WAITING) return Promise.reject(new ThreadsBusy());
      if (queue.lengthOf(owner) >= MAX_WAITING_OF_ONE)
        return Promise.reject(new TooManyTasks(MAX_WAITING_OF_ONE));
      const answered = Promise.withResolvers<unknown>();
      const waiting = { owner, what, budgetMs, order: { module, name, input }, answered };
      queue.add(waiting);
      const leave = (reason: unknown): void => {
        if (queue.remove(waiting)) answered.reject(reason);
      };
      const onAbort = (): void => leave(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      const late = setTimeout(() => leave(new ThreadsBusy()), maxWaitMs).unref();
      serve();
      return (answered.promise as Promise<Output>).finally(() => {
        clearTimeout(late);
        signal?.removeEventListener('abort', onAbort);
      });
    },
    figures: () => ({ busy: crew.busy(), queued: queue.length, restarts: crew.restarts() }),
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      for (const { answered } of queue.clear()) answered.reject(new ThreadsBusy());
      await crew.close();
    },
  };
}
