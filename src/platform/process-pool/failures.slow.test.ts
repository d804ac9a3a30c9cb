import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../testing/until.ts';
import { EngineBusy, EngineFailed } from './index.ts';
import { alive, FIXTURE_OPTIONS, fixturePool } from './testing/fixture-pool.ts';

test('kill -9 during a call fails that caller only, and the next call works', async (t) => {
  const pool = fixturePool(t, { size: 2 });
  await pool.warm();
  const failed = assert.rejects(pool.call('wait', { ms: 600_000 }), EngineFailed);
  const victim = await until(() => pool.stats().processes.find(({ state }) => state === 'busy')?.pid);
  const other = pool.call('wait', { ms: 500 });
  process.kill(victim ?? 0, 'SIGKILL');
  await failed;
  assert.equal(await other, 'waited');
  assert.equal(await pool.call('echo', 'next'), 'next');
  assert.equal(pool.stats().restarts, 1);
});

test('survives repeated crashes in native code', async (t) => {
  const pool = fixturePool(t);
  for (let round = 0; round < 3; round += 1) {
    await assert.rejects(pool.call('crash', undefined), EngineFailed);
    assert.equal(await pool.call('echo', round), round);
  }
  assert.equal(pool.stats().restarts, 3);
});

test('a warm pool replaces a crashed process by itself', async (t) => {
  const pool = fixturePool(t);
  await pool.warm();
  const before = await pool.call('pid', undefined);
  process.kill(before, 'SIGKILL');
  await until(() => pool.stats().processes[0]?.state === 'free' && pool.stats().processes[0]?.pid !== before);
});

test('a call past its deadline fails, its process is replaced if it does not stop, and the next call works', async (t) => {
  const pool = fixturePool(t, { cancelGraceMs: 100 });
  const before = await pool.call('pid', undefined);
  await assert.rejects(pool.call('block', { ms: 600_000 }, { deadlineMs: 100 }), EngineFailed);
  assert.notEqual(await pool.call('pid', undefined), before);
  await until(() => !alive(before));
});

test('a process that stops at the deadline of its call is kept', async (t) => {
  const pool = fixturePool(t);
  const before = await pool.call('pid', undefined);
  await assert.rejects(pool.call('wait', { ms: 600_000 }, { deadlineMs: 100 }), EngineFailed);
  assert.equal(await pool.call('pid', undefined), before);
});

test('the deadline covers the time spent waiting in the queue', async (t) => {
  const pool = fixturePool(t);
  await pool.warm();
  const running = pool.call('wait', { ms: 500 });
  await assert.rejects(pool.call('echo', 1, { deadlineMs: 50 }), EngineBusy);
  assert.equal(pool.stats().queued, 0);
  assert.equal(await running, 'waited');
});

test('a process with a silent event loop counts as hung and is replaced', async (t) => {
  const pool = fixturePool(t, { hangMs: 1_200 });
  await pool.warm();
  await assert.rejects(pool.call('block', { ms: 600_000 }), EngineFailed);
  assert.equal(await pool.call('echo', 1), 1);
});

test('a process over its memory limit is replaced after its call, which succeeds', async (t) => {
  const pool = fixturePool(t, { maxRssBytes: 150 * 2 ** 20 });
  const before = await pool.call('pid', undefined);
  assert.ok((await pool.call('allocate', { bytes: 120 * 2 ** 20, holdMs: 0 })) > 150 * 2 ** 20);
  assert.notEqual(await pool.call('pid', undefined), before);
});

test('a process far over its memory limit is killed during its call', async (t) => {
  const pool = fixturePool(t, { maxRssBytes: 120 * 2 ** 20 });
  await assert.rejects(pool.call('allocate', { bytes: 300 * 2 ** 20, holdMs: 600_000 }), EngineFailed);
  assert.equal(await pool.call('echo', 1), 1);
});

for (const start of ['throw', 'exit'] as const) {
  test(`an engine that cannot start (${start}) fails its calls soon and counts as down`, async (t) => {
    const pool = fixturePool(t, { config: { ...FIXTURE_OPTIONS.config, start } });
    await assert.rejects(pool.call('echo', 1), EngineFailed);
    assert.equal(pool.state(), 'down');
    await assert.rejects(pool.call('echo', 1), EngineFailed);
    await assert.rejects(pool.warm(), EngineFailed);
  });
}

test('a child with an unexpected configuration does not start', async (t) => {
  const config = { ...FIXTURE_OPTIONS.config, words: ['one', 2] } as never;
  const pool = fixturePool(t, { config });
  await assert.rejects(pool.call('echo', 1), EngineFailed);
  assert.equal(pool.state(), 'down');
});

test('a start that takes too long is killed', async (t) => {
  const pool = fixturePool(t, { config: { ...FIXTURE_OPTIONS.config, start: 'hang' }, startDeadlineMs: 300 });
  await assert.rejects(pool.call('echo', 1), EngineFailed);
  assert.equal(pool.state(), 'down');
});

test('child processes of an engine die with it', async (t) => {
  const pool = fixturePool(t);
  const helper = await pool.call('spawnHelper', undefined);
  assert.ok(alive(helper));
  await assert.rejects(pool.call('crash', undefined), EngineFailed);
  await until(() => !alive(helper));
});

test('every call settles and the pool recovers while processes are killed at random', async (t) => {
  // A deadline that even a starved machine meets: this tests who gets a response, not how soon.
  const pool = fixturePool(t, { size: 2, maxQueued: 200, callDeadlineMs: 300_000 });
  await pool.warm();
  let kills = 0;
  const calls = Array.from({ length: 200 }, () => pool.call('wait', { ms: 5 }));
  const assassin = setInterval(() => {
    const victim = pool.stats().processes.find((process) => process.state === 'busy')?.pid;
    if (victim === undefined || kills === 10) return;
    process.kill(victim, 'SIGKILL');
    kills += 1;
  }, 150);
  const outcomes = await Promise.allSettled(calls);
  clearInterval(assassin);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') assert.ok(outcome.reason instanceof EngineFailed);
    else assert.equal(outcome.value, 'waited');
  }
  // A process may have responded just before it was killed.
  assert.ok(outcomes.filter(({ status }) => status === 'rejected').length <= pool.stats().restarts);
  assert.equal(await pool.call('echo', 1), 1);
});
