import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, sql } from './index.ts';
import { openTestDatabase } from './testing.ts';

let database: Database;

describe('listening on PostgreSQL', () => {
  before(async () => {
    database = await openTestDatabase();
  });

  after(() => database.close());

  const skip = process.env.TEST_DATABASE_URL ? false : 'PGlite has no connection to lose';

  test('listens again after its connection was lost', { skip }, async () => {
    const received = Promise.withResolvers<string>();
    await database.listen('again', received.resolve);
    await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen%'`.execute(database.db);
    // A notification sent while nobody listens is lost, so it is sent until one arrives.
    const stopSending = new AbortController();
    const sending = (async () => {
      while (!stopSending.signal.aborted) {
        await sql`select pg_notify('again', 'back')`.execute(database.db);
        await delay(50);
      }
    })();
    assert.equal(await received.promise, 'back');
    stopSending.abort();
    await sending;
  });
});
