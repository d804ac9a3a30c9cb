import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { type PreparedClient, preparedQuery } from './prepared-query.ts';

type Turn = 'statement' | 'transaction';
type Waiter = { turn: Turn; admit: () => void; timer: NodeJS.Timeout };

/**
 * A pool of one connection, first come, first served. A transaction has it exclusively; between transactions, any
 * number of single statements are in flight at once, and the database runs them one by one.
 */
export class SingleConnectionPool implements PostgresPool {
  readonly options = {};
  /** This is a time on the clock of `performance.now()`. */
  lastUsedMs = 0;
  #client: PreparedClient;
  readonly #waitMs: number;
  readonly #waiters: Waiter[] = [];
  #statements = 0;
  #transaction = false;
  #closed = false;

  constructor(client: pg.Client, options: { waitMs: number }) {
    this.#waitMs = options.waitMs;
    this.#client = this.#prepared(client);
  }

  /** Serves a database that was reopened. A transaction begun before never moves to the new connection. */
  reconnect(client: pg.Client): void {
    this.#client = this.#prepared(client);
  }

  #prepared(client: pg.Client): PreparedClient {
    return preparedQuery(client, () => this.#leave('transaction'));
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#closed) throw new Error('The database is closed');
    return this.#visitor();
  }

  async run(statement: string): Promise<void> {
    const client = await this.connect();
    try {
      await client.query(statement, []);
    } finally {
      client.release();
    }
  }

  /** Serves those already waiting first. */
  async end(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#enter('transaction');
  }

  #visitor(): PostgresPoolClient {
    let alone: PreparedClient | undefined;
    const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      if (alone) return alone.query(text, values);
      // Only SQL without values can open a transaction or hold several statements.
      if (values.length === 0) {
        await this.#enter('transaction');
        alone = this.#client;
        return alone.query(text, values);
      }
      await this.#enter('statement');
      return this.#client.query(text, values).finally(() => this.#leave('statement'));
    };
    const release = (): void => {
      alone?.release();
      alone = undefined;
    };
    // Kysely also types a cursor overload, which this code base never uses.
    return { query: query as unknown as PostgresPoolClient['query'], release };
  }

  #isOpenTo(turn: Turn): boolean {
    return !this.#transaction && (turn === 'statement' || this.#statements === 0);
  }

  async #enter(turn: Turn): Promise<void> {
    if (this.#waiters.length > 0 || !this.#isOpenTo(turn)) return this.#wait(turn);
    this.#count(turn);
  }

  #count(turn: Turn): void {
    if (turn === 'transaction') this.#transaction = true;
    else this.#statements += 1;
  }

  #wait(turn: Turn): Promise<void> {
    return new Promise((admit, refuse) => {
      const timer = setTimeout(() => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        refuse(tookTooLong(this.#waitMs));
        this.#admitNext();
      }, this.#waitMs);
      const waiter: Waiter = { turn, admit, timer };
      this.#waiters.push(waiter);
    });
  }

  #leave(turn: Turn): void {
    this.lastUsedMs = performance.now();
    if (turn === 'transaction') this.#transaction = false;
    else this.#statements -= 1;
    this.#admitNext();
  }

  /** The next one is counted here and not by the waiter, so that nobody can slip in between. */
  #admitNext(): void {
    for (let next = this.#waiters[0]; next && this.#isOpenTo(next.turn); next = this.#waiters[0]) {
      this.#waiters.shift();
      clearTimeout(next.timer);
      this.#count(next.turn);
      next.admit();
    }
  }
}

function tookTooLong(waitMs: number): Error {
  const message =
    `No turn on the embedded database within ${waitMs} ms. ` +
    'Is the outer handle queried inside a transaction, or an engine called in one?';
  return Object.assign(new Error(message), { code: 'ETIMEDOUT' });
}
