import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { until } from '../testing/until.ts';
import { EngineFailed } from './index.ts';
import { alive, FIXTURE_OPTIONS, fixturePool } from './testing/fixture-pool.ts';

test('a cancelled call leaves the queue', async (t) => {
  const pool = fixturePool(t);
  await pool.warm();
  const running = pool.call('wait', { ms: 200 });
  const controller = new AbortController();
  const cancelled = pool.call('echo', 1, { signal: controller.signal });
  controller.abort();
  await assert.rejects(cancelled, { name: 'AbortError' });
  assert.equal(pool.stats().queued, 0);
  assert.equal(await running, 'waited');
});

test('a running call that stops on cancellation keeps its process', async (t) => {
  const pool = fixturePool(t);
  const before = await pool.call('pid', undefined);
  const controller = new AbortController();
  const cancelled = pool.call('wait', { ms: 600_000 }, { signal: controller.signal });
  controller.abort();
  await assert.rejects(cancelled, { name: 'AbortError' });
  assert.equal(await pool.call('pid', undefined), before);
});

test('a running call that ignores its cancellation loses its process after the grace period', async (t) => {
  const pool = fixturePool(t, { cancelGraceMs: 100 });
  const before = await pool.call('pid', undefined);
  const controller = new AbortController();
  const cancelled = pool.call('wait', { ms: 600_000, heedsCancel: false }, { signal: controller.signal });
  controller.abort();
  await assert.rejects(cancelled, { name: 'AbortError' });
  assert.notEqual(await pool.call('pid', undefined), before);
});

test('an already aborted signal starts nothing', async (t) => {
  const pool = fixturePool(t);
  await assert.rejects(pool.call('echo', 1, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  assert.equal(pool.state(), 'idle');
});

test('an idle process exits, and the next call starts another', async (t) => {
  const pool = fixturePool(t, { idleMs: 100 });
  await pool.warm();
  await until(() => pool.state() === 'idle');
  assert.equal(pool.stats().restarts, 0);
  assert.equal(await pool.call('echo', 1), 1);
});

test('close lets a running call finish and rejects waiting and later calls', async (t) => {
  const pool = fixturePool(t);
  await pool.warm();
  const running = pool.call('wait', { ms: 200 });
  const refused = assert.rejects(pool.call('echo', 1), EngineFailed);
  const closed = pool.close();
  await refused;
  assert.equal(await running, 'waited');
  await closed;
  await assert.rejects(pool.call('echo', 1), EngineFailed);
  assert.equal(pool.stats().processes.length, 0);
});

test('close kills processes whose calls do not finish within the grace period', async (t) => {
  const pool = fixturePool(t);
  await pool.warm();
  const failed = assert.rejects(pool.call('wait', { ms: 600_000 }), EngineFailed);
  await pool.close({ graceMs: 50 });
  await failed;
});

test('close during start-up cancels the start and rejects the waiting calls', async (t) => {
  const pool = fixturePool(t, { config: { ...FIXTURE_OPTIONS.config, start: 'hang' } });
  const refused = [
    assert.rejects(pool.warm(), EngineFailed),
    assert.rejects(pool.call('echo', 1), EngineFailed),
  ];
  await pool.close();
  await Promise.all(refused);
  assert.equal(pool.state(), 'down');
});

async function startParent(t: { after(fn: () => void): void }, mode: string) {
  const parent = fork(new URL('./testing/parent.fixture.ts', import.meta.url), [mode], { execArgv: [] });
  t.after(() => parent.kill('SIGKILL'));
  const [engine] = (await once(parent, 'message')) as [number];
  return { parent, engine };
}

test('a parent exits by itself once its pool is closed', async (t) => {
  const { parent } = await startParent(t, 'close');
  if (parent.exitCode === null) await once(parent, 'exit');
  assert.equal(parent.exitCode, 0);
});

for (const mode of ['free', 'blocked']) {
  test(`a child that is ${mode} dies when its parent is killed`, async (t) => {
    const { parent, engine } = await startParent(t, mode);
    assert.ok(alive(engine));
    parent.kill('SIGKILL');
    await until(() => !alive(engine));
  });
}
