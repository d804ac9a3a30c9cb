import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../testing/until.ts';
import { EngineFailed } from './index.ts';
import { fixturePool } from './testing/fixture-pool.ts';

test('reports are read in order while the call runs, and it ends with the call', async (t) => {
  const pool = fixturePool(t);
  const read: unknown[] = [];
  for await (const reports of pool.stream('count', { to: 20 })) read.push(...reports);
  assert.deepEqual(
    read,
    Array.from({ length: 20 }, (_, i) => ({ n: i + 1 })),
  );
});

test('a call starts before anybody reads, and a slow reader gets what has gathered at once', async (t) => {
  const pool = fixturePool(t);
  const stream = pool.stream('count', { to: 5 });
  await until(() => pool.stats().processes[0]?.state === 'free');
  assert.equal(await pool.call('echo', 'after it'), 'after it');
  assert.equal((await stream.next()).value?.length, 5);
  assert.equal((await stream.next()).done, true);
});

test('what was reported before a crash is read, then the failure', async (t) => {
  const pool = fixturePool(t);
  const stream = pool.stream('countAndCrash', { to: 3 });
  await assert.rejects(async () => {
    let read = 0;
    for await (const reports of stream) read += reports.length;
    assert.fail(`ended after ${read}`);
  }, EngineFailed);
});

test('a reader that stops cancels the call', async (t) => {
  const pool = fixturePool(t, { cancelGraceMs: 3_600_000 });
  for await (const _ of pool.stream('countAndWait', { to: 1 })) break;
  assert.equal(await pool.call('echo', 1), 1);
  assert.equal(pool.stats().restarts, 0);
});

test('a signal ends it with its reason, and a failure that nobody reads does no harm', async (t) => {
  const pool = fixturePool(t);
  const controller = new AbortController();
  const stream = pool.stream('countAndWait', { to: 1 }, { signal: controller.signal });
  await stream.next();
  controller.abort(new Error('gone'));
  await assert.rejects(stream.next(), /gone/u);
  pool.stream('fail', undefined);
  assert.equal(await pool.call('echo', 1), 1);
});
