import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type { Log } from '../log.ts';
import type { Database, Db } from './database.ts';
import { createListeners, quoted } from './listeners.ts';
import { connectPglite, type PgliteConnection } from './pglite-connection.ts';
import type { PgliteSource } from './pglite-messages.ts';
import { SingleConnectionPool } from './single-connection-pool.ts';

export type PgliteOptions = PgliteSource & { log: Log };

export type PgliteDatabase = Database & {
  dump(): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns when the connection was last returned, on the clock of `performance.now()`. */
  lastUsedMs(): number;
  /** Number of disk syncs so far. */
  syncs(): Promise<number>;
};

const TURN_WAIT_MS = 30_000;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 10_000;

/**
 * A database that stops, as PostgreSQL does when it cannot write its log, is reopened as soon as that works: it then
 * recovers from the log, which has every acknowledged commit. Meanwhile every query fails at once.
 */
export async function openPglite(options: PgliteOptions): Promise<PgliteDatabase> {
  const { log, ...source } = options;
  const closing = new AbortController();
  let isLost = false;
  let reopening: Promise<void> | undefined;

  const lost = (error: Error): void => {
    isLost = true;
    log.fatal({ err: error }, 'the embedded database stopped');
    // A database in memory cannot be reopened.
    if (source.folder === undefined) return;
    reopening ??= reopen().finally(() => {
      reopening = undefined;
    });
  };

  async function connect(): Promise<PgliteConnection> {
    const opened = await connectPglite(source, lost);
    opened.client.on('notification', ({ channel, payload }) => listeners.deliver(channel, payload ?? ''));
    return opened;
  }

  async function reopen(): Promise<void> {
    await connection.worker.stop();
    for (let waitMs = FIRST_RETRY_MS; !closing.signal.aborted; waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)) {
      await delay(waitMs, undefined, { signal: closing.signal }).catch(() => undefined);
      try {
        connection = await connect();
        for (const channel of listeners.channels())
          await connection.client.query(`listen ${quoted(channel)}`);
        pool.reconnect(connection.client);
        isLost = false;
        log.warn('the embedded database is open again');
        return;
      } catch (error) {
        log.error({ err: error, waitMs }, 'the embedded database cannot be reopened yet');
      }
    }
  }

  let connection = await connect();
  const pool = new SingleConnectionPool(connection.client, { waitMs: TURN_WAIT_MS });
  const listeners = createListeners((statement) => pool.run(statement));
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    kind: 'pglite',
    lastUsedMs: () => pool.lastUsedMs,
    listen: listeners.listen,
    dump: () => connection.worker.ask('dump'),
    syncs: () => connection.worker.ask('syncs'),
    close: async () => {
      closing.abort();
      await reopening;
      await pool.end();
      const { worker } = connection;
      worker.onEnd = () => undefined;
      if (!isLost) await worker.ask('close');
      await worker.stop();
    },
  };
}
