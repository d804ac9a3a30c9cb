import { Worker } from 'node:worker_threads';
import type { Answers, FromThread, PgliteSource, Question, ToThread } from './pglite-messages.ts';

type Pending = { question: Question; resolve: (answer: never) => void; reject: (error: Error) => void };

/** Main-thread side of the PGlite worker: bytes in both directions, and a few requests. */
export class PgliteWorker {
  readonly #worker: Worker;
  readonly #pending: Pending[] = [];
  #ended: Error | undefined;
  onBytes: (bytes: Uint8Array<ArrayBuffer>) => void = () => undefined;
  onEnd: (error: Error) => void = () => undefined;

  constructor(source: PgliteSource) {
    this.#worker = new Worker(new URL('./pglite-thread.ts', import.meta.url), { workerData: source });
    this.#worker.on('message', (message: FromThread) => {
      if (message instanceof Uint8Array) this.onBytes(message);
      else this.#settle(message.question, message.answer as never);
    });
    this.#worker.on('error', (error) => this.#end(asError(error)));
    this.#worker.on('exit', (code) => this.#end(lost(`The database thread ended with code ${code}`)));
  }

  send(bytes: Uint8Array<ArrayBuffer>): void {
    this.#worker.postMessage(bytes satisfies ToThread, [bytes.buffer]);
  }

  ask<Q extends Question>(question: Q): Promise<Answers[Q]> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#pending.push({ question, resolve, reject });
      this.#worker.postMessage(question satisfies ToThread);
    });
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #settle(question: Question, answer: never): void {
    const index = this.#pending.findIndex((pending) => pending.question === question);
    const [pending] = this.#pending.splice(index, 1);
    pending?.resolve(answer);
  }

  #end(error: Error): void {
    if (this.#ended) return;
    this.#ended = error;
    for (const pending of this.#pending.splice(0)) pending.reject(error);
    this.onEnd(error);
  }
}

/** Same code as a broken server connection, so that callers handle both alike. */
function lost(message: string): Error {
  return Object.assign(new Error(message), { code: 'ECONNRESET' });
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
