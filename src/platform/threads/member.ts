import type { Order, Report } from './messages.ts';
import { startThread, type Thread } from './thread.ts';

const THREAD = new URL('./thread.worker.ts', import.meta.url);
/** A task that needs more ends its thread, not the service. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };
/** The clock may run so much longer than the processor before a task counts as stuck: the machine may be busy. */
const WAITING_FACTOR = 10;

/** Why a task was ended, with its thread. */
export class Overrun extends Error {}

export function isOutOfMemory(error: unknown): boolean {
  const cause = error instanceof Overrun ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  return cause?.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** A thread that runs one task at a time. It is of no use after a task has failed with `Overrun`. */
export class Member {
  readonly #thread: Thread<Order>;
  #current: PromiseWithResolvers<Report> | null = null;
  #usedMs = 0;
  /** How many tasks it was given. */
  tasks = 0;

  constructor(onEnd: () => void) {
    this.#thread = startThread<Order, Report>(THREAD, {
      limits: MEMORY,
      onMessage: (report) => {
        this.#usedMs = report.cpuMs;
        this.#current?.resolve(report);
      },
      onEnd: (cause) => {
        this.#current?.reject(new Overrun('the thread ended', { cause }));
        onEnd();
      },
    });
  }

  get isFree(): boolean {
    return this.#current === null;
  }

  /** `budgetMs` is processor time. */
  async run(order: Order, budgetMs: number): Promise<Report> {
    const current = Promise.withResolvers<Report>();
    this.#current = current;
    this.tasks += 1;
    // A thread that waits for work keeps no process running, one that works does.
    this.#thread.keepProcess(true);
    const late = setTimeout(() => this.#end('stuck'), budgetMs * WAITING_FACTOR);
    const stopMeasuring = this.#measure(budgetMs);
    try {
      this.#thread.send(order);
      return await current.promise;
    } finally {
      clearTimeout(late);
      stopMeasuring();
      this.#current = null;
      this.#thread.keepProcess(false);
    }
  }

  close(): Promise<void> {
    return this.#thread.end();
  }

  /** On a busy machine a task may have had little of the processor by now: then it is measured again. */
  #measure(budgetMs: number): () => void {
    const { promise: ended, resolve: stop } = Promise.withResolvers<null>();
    const before = this.#usedMs;
    let timer: NodeJS.Timeout;
    const look = async (): Promise<void> => {
      const usedMs = await Promise.race([ended, this.#thread.cpuMs()]);
      if (usedMs === null) return;
      const leftMs = budgetMs - (usedMs - before);
      if (leftMs <= 0) this.#end('out of processor time');
      else timer = setTimeout(start, leftMs);
    };
    // A thread that has ended meanwhile cannot say what it used, and its task has been told.
    const start = (): void => void look().catch(() => undefined);
    timer = setTimeout(start, budgetMs);
    return () => {
      clearTimeout(timer);
      stop(null);
    };
  }

  #end(why: string): void {
    this.#current?.reject(new Overrun(why));
    void this.#thread.end();
  }
}
