import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { columnTypes } from './column-types.ts';
import type { Database, Db } from './database.ts';
import { createListeners } from './listeners.ts';
import type { PgliteSource } from './pglite-messages.ts';
import { ThreadStream } from './pglite-stream.ts';
import { PgliteWorker } from './pglite-worker.ts';
import { Turnstile } from './turnstile.ts';

export type PgliteOptions = PgliteSource & { log: Log };

export type PgliteDatabase = Database & {
  dump(): Promise<Uint8Array<ArrayBuffer>>;
  /** When the connection was last returned, on the clock of `performance.now()`. */
  lastUsedMs(): number;
  /** Number of disk syncs so far. */
  syncs(): Promise<number>;
};

const TURN_WAIT_MS = 30_000;

/** `pg` uses its wire protocol with the thread as with a server, so both databases share all code above it. */
export async function openPglite(options: PgliteOptions): Promise<PgliteDatabase> {
  const { log, ...source } = options;
  const worker = new PgliteWorker(source);
  await worker.ask('ready');
  const stream = new ThreadStream((bytes) => worker.send(bytes));
  worker.onBytes = (bytes) => stream.receive(bytes);
  worker.onEnd = (error) => stream.destroy(error);
  const client = new pg.Client({
    stream: () => stream,
    types: columnTypes,
    user: 'postgres',
    pipeline: true,
  });
  client.on('error', (error) => log.fatal({ err: error }, 'the embedded database is gone'));
  await client.connect();
  const turnstile = new Turnstile(client, { waitMs: TURN_WAIT_MS });
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: turnstile }) });
  const listeners = createListeners((statement) => turnstile.run(statement));
  client.on('notification', ({ channel, payload }) => listeners.deliver(channel, payload ?? ''));
  return {
    db,
    kind: 'pglite',
    lastUsedMs: () => turnstile.lastUsedMs,
    listen: listeners.listen,
    dump: () => worker.ask('dump'),
    syncs: () => worker.ask('syncs'),
    close: async () => {
      await turnstile.end();
      worker.onEnd = () => undefined;
      await worker.ask('close');
      await worker.stop();
    },
  };
}
