import { Worker } from 'node:worker_threads';

/** `temporary` may stay behind when it fails. */
export type SmallFile = { temporary: string; target: string; bytes: Uint8Array };
export type NumberedFile = SmallFile & { id: number };
export type Outcome = { id: number; failure: { message: string; code: string | undefined } | null };

/** On a slow file system one thread falls behind. */
const MAX_PENDING = 16;

type Pending = { resolve: () => void; reject: (error: Error) => void };

const THREAD = new URL('./small-files.worker.ts', import.meta.url);

/**
 * Writes a file and renames it in one thread of its own. Each of the four operations by itself would cost the main thread more
 * than the operation takes, and a turn of its event loop.
 */
export class SmallFiles {
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #lastId = 0;

  /** The thread pool then has more to offer: it does several operations at a time. */
  get isBehind(): boolean {
    return this.#pending.size >= MAX_PENDING;
  }

  write(file: SmallFile): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#start();
      // A thread that waits for work keeps no process running, one that works does.
      if (this.#pending.size === 0) this.#worker.ref();
      this.#lastId += 1;
      this.#pending.set(this.#lastId, { resolve, reject });
      this.#worker.postMessage({ ...file, id: this.#lastId } satisfies NumberedFile);
    });
  }

  #start(): Worker {
    const worker = new Worker(THREAD);
    worker.on('message', (outcome: Outcome) => this.#settle(outcome));
    worker.on('error', (error) => this.#fail(worker, error as Error));
    worker.on('exit', (code) => this.#fail(worker, new Error(`the thread ended with code ${code}`)));
    return worker;
  }

  #settle({ id, failure }: Outcome): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#worker?.unref();
    if (failure) pending?.reject(Object.assign(new Error(failure.message), { code: failure.code }));
    else pending?.resolve();
  }

  /** The next file starts another thread. */
  #fail(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    const failed = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of failed) reject(error);
  }
}
