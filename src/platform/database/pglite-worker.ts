import { setFlagsFromString } from 'node:v8';
import { startThread, type Thread, ThreadEnded } from '../threads/index.ts';
import type { Answers, FromThread, PgliteSource, Question, ToThread } from './pglite-messages.ts';

// V8 would make statements up to a fifth faster by optimising PGlite, but its largest function alone takes 600 MB and seconds for that.
setFlagsFromString('--no-wasm-tier-up --no-wasm-dynamic-tiering');

type Pending = { question: Question; resolve: (answer: never) => void; reject: (error: Error) => void };

/** Main-thread side of the PGlite worker: bytes in both directions, and a few requests. */
export class PgliteWorker {
  readonly #thread: Thread<ToThread>;
  readonly #pending: Pending[] = [];
  #ended: Error | undefined;
  onBytes: (bytes: Uint8Array<ArrayBuffer>) => void = () => undefined;
  onEnd: (error: Error) => void = () => undefined;

  constructor(source: PgliteSource) {
    this.#thread = startThread<ToThread, FromThread>(new URL('./pglite-thread.ts', import.meta.url), {
      data: source,
      onMessage: (message) => {
        if (message instanceof Uint8Array) this.onBytes(message);
        else this.#settle(message.question, message.answer as never);
      },
      onEnd: (reason) => this.#end(reason instanceof ThreadEnded ? lost(reason) : reason),
    });
    this.#thread.keepProcess(true);
  }

  send(bytes: Uint8Array<ArrayBuffer>): void {
    this.#thread.send(bytes, [bytes.buffer]);
  }

  ask<Q extends Question>(question: Q): Promise<Answers[Q]> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#pending.push({ question, resolve, reject });
      this.#thread.send(question);
    });
  }

  stop(): Promise<void> {
    return this.#thread.end();
  }

  #settle(question: Question, answer: never): void {
    const index = this.#pending.findIndex((pending) => pending.question === question);
    const [pending] = this.#pending.splice(index, 1);
    pending?.resolve(answer);
  }

  #end(error: Error): void {
    this.#ended = error;
    for (const pending of this.#pending.splice(0)) pending.reject(error);
    this.onEnd(error);
  }
}

/** The code is that of a broken server connection, so that callers handle both alike. */
function lost({ code }: ThreadEnded): Error {
  return Object.assign(new Error(`The database thread ended with code ${code}`), { code: 'ECONNRESET' });
}
