import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { silentLog } from '../log.ts';
import { type Database, migrate, openDatabase, sql } from './index.ts';
import { readMigrations } from './migration-files.ts';
import { openEmptyDatabase } from './testing-server.ts';

const MIGRATE = new URL('../../main/migrate.ts', import.meta.url).pathname;
const adminUrl = process.env.TEST_DATABASE_URL ?? '';
const skip = adminUrl === '' && 'PGlite has room for one process';

/** The real program that every node runs when it starts. */
async function startNode(databaseUrl: string): Promise<string> {
  const child = spawn(process.execPath, [MIGRATE], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const printed: Buffer[] = [];
  child.stderr.on('data', (chunk) => printed.push(chunk));
  const [code] = await once(child, 'exit');
  const text = Buffer.concat(printed).toString();
  // A server that is busy for long: whatever runs the node restarts it.
  if (/connection timeout/.test(text)) return startNode(databaseUrl);
  return code === 0 ? 'started' : text;
}

async function applied({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM schema_migrations ORDER BY name`.execute(db);
  return rows.map(({ name }) => name);
}

test('three nodes that start at once on an empty database all succeed', { skip }, async (t) => {
  const { url, drop } = await openEmptyDatabase(adminUrl);
  t.after(drop);
  const nodes = await Promise.all([startNode(url), startNode(url), startNode(url)]);
  assert.deepEqual(nodes, ['started', 'started', 'started']);
});

test('three nodes that start at once on a database of an older version all succeed', { skip }, async (t) => {
  const { url, drop } = await openEmptyDatabase(adminUrl);
  t.after(drop);
  const migrations = await readMigrations();
  const database = await openDatabase({ databaseUrl: url, dataDir: '', log: silentLog });
  const older = migrations.filter(({ name }) => name < '0011');
  await migrate(database, { log: silentLog, migrations: older });
  // Left behind by the queue library of that version.
  await sql.raw('CREATE SCHEMA queue; CREATE TABLE queue.job (id uuid PRIMARY KEY)').execute(database.db);
  const nodes = await Promise.all([startNode(url), startNode(url), startNode(url)]);
  assert.deepEqual(nodes, ['started', 'started', 'started']);
  assert.deepEqual(
    await applied(database),
    migrations.map(({ name }) => name),
  );
  const { rows } = await sql`SELECT FROM pg_namespace WHERE nspname = 'queue'`.execute(database.db);
  assert.equal(rows.length, 0);
  await database.close();
});
