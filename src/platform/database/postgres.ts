import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { DomainError, internalError } from '../errors.ts';
import type { Log } from '../log.ts';
import { columnTypes } from './column-types.ts';
import type { Database, Db } from './database.ts';
import { createPostgresListener } from './postgres-listener.ts';
import { type PreparedClient, preparedQuery } from './prepared-query.ts';

export type PostgresOptions = {
  databaseUrl: string;
  poolSize?: number;
  /** A connection and a statement may take this long. */
  timeouts?: { connectMs: number; statementMs: number };
  log: Log;
};

export const DatabaseUnreachable = internalError('unavailable', 'database_unreachable', (cause: unknown) => {
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  return {
    public: `Cannot connect to the server in DATABASE_URL (${reason}). Start it or correct DATABASE_URL.`,
    cause,
  };
});

const DatabaseTooOld = internalError(
  'unavailable',
  'database_too_old',
  (version: number) =>
    `PostgreSQL 15 or newer is required; the server in DATABASE_URL is version ${Math.floor(version / 10_000)}.`,
);

/** With the connection that listens, a node takes one more. */
export const DEFAULT_POOL_SIZE = 10;
const DEFAULT_TIMEOUTS = { connectMs: 10_000, statementMs: 30_000 };
const MIN_SERVER_VERSION = 150_000;

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { databaseUrl, timeouts = DEFAULT_TIMEOUTS, log } = options;
  const settings: pg.PoolConfig = {
    connectionString: databaseUrl,
    types: columnTypes,
    pipeline: true,
    application_name: 'vox-humana',
    options: '-c timezone=UTC',
    keepAlive: true,
    connectionTimeoutMillis: timeouts.connectMs,
    statement_timeout: timeouts.statementMs,
    idle_in_transaction_session_timeout: 60_000,
  };
  const pool = new pg.Pool({ ...settings, max: options.poolSize ?? DEFAULT_POOL_SIZE });
  // An idle connection that breaks is replaced by the pool; without a handler it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'));
  try {
    await refuseOldServer(pool);
  } catch (error) {
    await pool.end();
    throw error instanceof DomainError ? error : new DatabaseUnreachable(error);
  }
  const listener = createPostgresListener({ ...settings, statement_timeout: 0 }, log);
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  return {
    db,
    kind: 'postgres',
    listen: listener.listen,
    close: async () => {
      await listener.close();
      await pool.end();
    },
  };
}

async function refuseOldServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const version = rows[0]?.version ?? 0;
  if (version < MIN_SERVER_VERSION) throw new DatabaseTooOld(version);
}

function preparing(pool: pg.Pool): PostgresPool {
  const prepared = new WeakMap<pg.PoolClient, PreparedClient>();
  return {
    options: {},
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = prepared.get(client) ?? preparedQuery(client, (destroy) => client.release(destroy));
      prepared.set(client, known);
      return known;
    },
  };
}
