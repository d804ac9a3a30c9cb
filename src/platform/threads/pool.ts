import { ThreadsBusy, TooManyTasks, TooMuchWork } from './errors.ts';
import { FairQueue } from './fair-queue.ts';
import { isOutOfMemory, Member, Overrun } from './member.ts';
import { errorFrom, type Report } from './messages.ts';
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

type Waiting = Required<Omit<TaskOptions, 'signal'>> & {
  order: { module: string; name: string; input: unknown };
  answered: PromiseWithResolvers<unknown>;
};

/** With one, a task that overruns would hold up everybody. */
const THREADS = 2;
const IDLE_MS = 5 * 60_000;
const BUDGET_MS = 2_000;
export const MAX_WAITING_OF_ONE = 50;
const MAX_WAITING = 1_000;
/** A caller is told that the service is busy before most clients give up. */
const MAX_WAIT_MS = 30_000;

/** Threads start when they are needed and leave when all of them are idle. */
export function createThreads({ maxWaitMs = MAX_WAIT_MS } = {}): Threads {
  const queue = new FairQueue<Waiting>();
  const members = new Set<Member>();
  let idleTimer: NodeJS.Timeout | undefined;
  let restarts = 0;
  let isClosed = false;

  function freeMember(): Member | undefined {
    const free = [...members].find(({ isFree }) => isFree);
    return free || members.size >= THREADS ? free : newMember();
  }

  function newMember(): Member {
    const member = new Member(() => members.delete(member));
    members.add(member);
    return member;
  }

  function serve(): void {
    clearTimeout(idleTimer);
    while (queue.length > 0) {
      const member = freeMember();
      const waiting = member && queue.take();
      if (!waiting) break;
      void serveOne(member, waiting);
    }
    if ([...members].every(({ isFree }) => isFree)) idleTimer = setTimeout(stopAll, IDLE_MS).unref();
  }

  async function serveOne(member: Member, waiting: Waiting): Promise<void> {
    const { answered, owner, what } = waiting;
    try {
      const report = await reportOf(member, waiting);
      if ('failure' in report) answered.reject(errorFrom(report.failure));
      else answered.resolve(report.output);
    } catch (error) {
      answered.reject(error instanceof Overrun && !isClosed ? new TooMuchWork(what, error) : error);
    } finally {
      queue.done(owner);
      serve();
    }
  }

  async function reportOf(member: Member, waiting: Waiting): Promise<Report> {
    try {
      return await member.run(waiting.order, waiting.budgetMs);
    } catch (error) {
      members.delete(member);
      restarts += 1;
      // It may be healthy still, if its order could not be sent.
      void member.close();
      // What others' tasks have kept may have filled its memory.
      const isOwnFault = member.tasks === 1 || !isOutOfMemory(error);
      if (isOwnFault || isClosed) throw error;
    }
    return reportOf(newMember(), waiting);
  }

  async function stopAll(): Promise<void> {
    const leaving = [...members];
    members.clear();
    await Promise.all(leaving.map((member) => member.close()));
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
    figures: () => ({
      busy: [...members].filter(({ isFree }) => !isFree).length,
      queued: queue.length,
      restarts,
    }),
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      for (const { answered } of queue.clear()) answered.reject(new ThreadsBusy());
      await stopAll();
    },
  };
}
