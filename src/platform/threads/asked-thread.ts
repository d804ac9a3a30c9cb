import { startThread, type Thread } from './thread.ts';

export type Asked<Ask> = { id: number; ask: Ask };
export type Answered<Answer> = { id: number } & ({ answer: Answer } | { thrown: unknown });

/**
 * A thread that answers what it is asked, with `answerAsks`. It starts with the first question and again after it has
 * failed or was closed: whoever waits then is told, and the next question goes to a new one. While it has nothing to
 * answer it keeps no process running, and it ends after `idleMs` without a question.
 */
export class AskedThread<Ask, Answer> {
  readonly #module: URL;
  readonly #idleMs: number | undefined;
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>();
  #thread: Thread<Asked<Ask>> | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(module: URL, { idleMs }: { idleMs?: number } = {}) {
    this.#module = module;
    this.#idleMs = idleMs;
  }

  /** Questions without an answer. */
  get waiting(): number {
    return this.#waiting.size;
  }

  ask(ask: Ask): Promise<Answer> {
    this.#thread ??= this.#start();
    const id = ++this.#lastId;
    const answered = Promise.withResolvers<Answer>();
    this.#thread.send({ id, ask });
    clearTimeout(this.#idleTimer);
    this.#thread.keepProcess(true);
    this.#waiting.set(id, answered);
    return answered.promise;
  }

  async close(): Promise<void> {
    const leaving = this.#thread;
    if (!leaving) return;
    this.#abandon(new Error('the thread was closed'));
    await leaving.end();
  }

  #start(): Thread<Asked<Ask>> {
    const started = startThread<Asked<Ask>, Answered<Answer>>(this.#module, {
      // One that was closed may still have sent an answer.
      onMessage: (answered) => {
        if (this.#thread === started) this.#settle(answered);
      },
      onEnd: (reason) => {
        if (this.#thread === started) this.#abandon(reason);
      },
    });
    return started;
  }

  #settle(answered: Answered<Answer>): void {
    const waiting = this.#waiting.get(answered.id);
    this.#waiting.delete(answered.id);
    if ('thrown' in answered) waiting?.reject(answered.thrown);
    else waiting?.resolve(answered.answer);
    if (this.#waiting.size > 0) return;
    this.#thread?.keepProcess(false);
    if (this.#idleMs !== undefined)
      this.#idleTimer = setTimeout(() => void this.close(), this.#idleMs).unref();
  }

  #abandon(reason: Error): void {
    clearTimeout(this.#idleTimer);
    this.#thread = undefined;
    const abandoned = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of abandoned) reject(reason);
  }
}
