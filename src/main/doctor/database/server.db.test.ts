import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import { type Database, sql } from '../../../platform/database/index.ts';
import { openBareDatabase, openTestDatabase } from '../../../platform/database/testing.ts';
import { admitKeys, createSealing } from '../../../platform/sealing/index.ts';
import type { Check, Finding } from '../check.ts';
import { openInstallation } from '../installation.ts';
import { keys, schema } from './contents.ts';
import { reachable } from './reachable.ts';
import { clock, connections } from './server.ts';
import { workers } from './workers.ts';

describe('the checks of a database server', () => {
  let database: Database;
  let bare: Database;
  let dataDir: string;
  before(async () => {
    database = await openTestDatabase();
    bare = await openBareDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'doctor-'));
  });
  after(async () => {
    await database.close();
    await bare.close();
    await rm(dataDir, { recursive: true });
  });

  async function look(
    check: Check,
    {
      on = database,
      env = {},
      by = systemClock,
    }: { on?: Database; env?: NodeJS.ProcessEnv; by?: Clock } = {},
  ): Promise<Finding | undefined> {
    const installation = openInstallation({ DATA_DIR: dataDir, ...env }, { clock: by });
    const found = await check.run({ ...installation, server: async () => on.db });
    assert.ok(found.length <= 1, JSON.stringify(found));
    return found[0];
  }

  test('a database of this version is good, and an empty one is left empty', async () => {
    assert.match((await look(schema))?.seen ?? '', /those of this version/);
    assert.match((await look(schema, { on: bare }))?.seen ?? '', /empty\. The first start/);
    const { rows } = await sql`SELECT FROM pg_tables WHERE schemaname = 'public'`.execute(bare.db);
    assert.equal(rows.length, 0);
  });

  test('a database of another program is a fault', async () => {
    await sql`CREATE TABLE letters (id int)`.execute(bare.db);
    const found = await look(schema, { on: bare });
    await sql`DROP TABLE letters`.execute(bare.db);
    assert.equal(found?.level, 'fault');
    assert.match(found?.seen ?? '', /1 tables of another program/);
  });

  test('an older schema is told with what to run first, and a newer one is a fault', async () => {
    const { rows } = await sql<{ name: string; checksum: string }>`
      DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations)
      RETURNING name, checksum`.execute(database.db);
    const [last] = rows;
    const older = await look(schema);
    assert.equal(older?.level, 'warning');
    assert.match(older?.seen ?? '', /1 migration is pending/);
    assert.match(older?.remedy ?? '', /\.\/run migrate --dry-run/);
    const insert = (name: string, checksum: string) =>
      sql`INSERT INTO schema_migrations (name, checksum) VALUES (${name}, ${checksum})`.execute(database.db);
    await insert(last?.name ?? '', last?.checksum ?? '');
    await insert('9999-later.sql', 'x');
    const newer = await look(schema);
    await sql`DELETE FROM schema_migrations WHERE name = '9999-later.sql'`.execute(database.db);
    assert.equal(newer?.level, 'fault');
    assert.match(newer?.seen ?? '', /newer version.*9999-later/);
  });

  test('a key that the database needs and that is not here is a fault, and none is made', async () => {
    const secret = 's'.repeat(32);
    await admitKeys(database.db, createSealing([{ id: '2026', secret }]), []);
    const without = await look(keys);
    assert.equal(without?.level, 'fault');
    assert.match(without?.seen ?? '', /"2026"/);
    const set = { SESSION_SECRET: 'a'.repeat(32), WORKER_SECRET: 'b'.repeat(32) };
    assert.equal((await look(keys, { env: { ...set, DATA_KEYS: `2026:${secret}` } }))?.level, 'good');
    assert.equal(
      (await look(keys, { env: { ...set, DATA_KEYS: `2026:${'t'.repeat(32)}` } }))?.level,
      'fault',
    );
    assert.deepEqual(await readdir(dataDir), []);
  });

  test('a clock that differs from that of the database is told', async () => {
    const behind = { now: () => new Date(systemClock.now().getTime() - 60_000) };
    const found = await look(clock, { by: behind });
    assert.equal(found?.level, 'warning');
    assert.match(found?.seen ?? '', /(59|60)\.\d s behind the database/);
    assert.equal((await look(clock))?.level, 'good');
  });

  test('jobs that nobody runs are told', async () => {
    assert.equal((await look(workers, { env: { JOB_CONCURRENCY: '0' } }))?.level, 'warning');
    assert.equal((await look(workers))?.level, 'good');
  });

  const skip = !process.env.TEST_DATABASE_URL && 'needs a server';
  test('a server that may be used is good, and connections are counted', { skip }, async () => {
    const found = await look(reachable);
    // The server of the tests does not survive a power failure.
    assert.match(found?.seen ?? '', /fsync, full_page_writes, synchronous_commit off|PostgreSQL \d+/);
    assert.match((await look(connections))?.seen ?? '', /\d+ of \d+ connections are used/);
  });
});
