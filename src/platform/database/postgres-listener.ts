import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { createListeners, type Listeners, quoted } from './listeners.ts';

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 10_000;

/** LISTEN belongs to a session, so it has its own connection, opened on first use and reopened when lost. */
export function createPostgresListener(
  settings: pg.ClientConfig,
  log: Log,
): Pick<Listeners, 'listen'> & { close(): Promise<void> } {
  const closing = new AbortController();
  let connection: Promise<pg.Client> | undefined;

  const connected = (): Promise<pg.Client> => {
    connection ??= connect();
    return connection;
  };
  const listeners = createListeners(async (statement) => {
    // A connection opened now would never be closed.
    if (closing.signal.aborted) throw new Error('the database is closed');
    await (await connected()).query(statement);
  });

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(settings);
    client.on('notification', ({ channel, payload }) => listeners.deliver(channel, payload ?? ''));
    client.on('error', (error) => log.warn({ err: error }, 'the listening database connection broke'));
    try {
      await client.connect();
      for (const channel of listeners.channels()) await client.query(`listen ${quoted(channel)}`);
    } catch (error) {
      connection = undefined;
      throw error;
    }
    client.on('end', () => {
      connection = undefined;
      if (!closing.signal.aborted) void reconnect();
    });
    return client;
  }

  async function reconnect(): Promise<void> {
    for (let waitMs = FIRST_RETRY_MS; !closing.signal.aborted; waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)) {
      try {
        await connected();
        return;
      } catch (error) {
        log.warn({ err: error, waitMs }, 'cannot listen to the database yet');
      }
      await delay(waitMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  return {
    listen: listeners.listen,
    async close() {
      closing.abort();
      const client = await connection?.catch(() => undefined);
      await client?.end();
    },
  };
}
