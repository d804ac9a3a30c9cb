import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { preparedQuery } from './prepared-query.ts';

type Waiter = { admit: () => void; refuse: (error: Error) => void; timer: NodeJS.Timeout };

/** A pool of one connection: whoever holds it keeps it to the end of the transaction, the others wait in order. */
export class Turnstile implements PostgresPool {
  readonly options = {};
  /** On the clock of `performance.now()`. */
  lastUsedMs = 0;
  readonly #client: PostgresPoolClient;
  readonly #waitMs: number;
  readonly #waiters: Waiter[] = [];
  #held = false;
  #closed = false;

  constructor(client: pg.Client, options: { waitMs: number }) {
    this.#waitMs = options.waitMs;
    this.#client = preparedQuery(client, () => this.#release());
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#closed) throw new Error('The database is closed');
    if (this.#held) await this.#wait();
    this.#held = true;
    return this.#client;
  }

  async run(statement: string): Promise<void> {
    const client = await this.connect();
    try {
      await client.query(statement, []);
    } finally {
      client.release();
    }
  }

  /** Lets those who wait have their turn first. */
  async end(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#held) await this.#wait();
    this.#held = true;
  }

  #wait(): Promise<void> {
    return new Promise((admit, refuse) => {
      const timer = setTimeout(() => this.#giveUp(waiter), this.#waitMs);
      const waiter: Waiter = { admit, refuse, timer };
      this.#waiters.push(waiter);
    });
  }

  #giveUp(waiter: Waiter): void {
    this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
    const message =
      `No turn on the embedded database within ${this.#waitMs} ms. ` +
      'Is the outer handle queried inside a transaction, or an engine called in one?';
    waiter.refuse(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
  }

  /** The connection passes straight to the next one, so that nobody can slip in between. */
  #release(): void {
    this.lastUsedMs = performance.now();
    const next = this.#waiters.shift();
    if (!next) {
      this.#held = false;
      return;
    }
    clearTimeout(next.timer);
    next.admit();
  }
}
