import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '../testing/until.ts';
import { EngineBusy, EngineFailed, type ProcessPool } from './index.ts';
import type { Fixture } from './testing/engine.fixture.ts';
import { fixturePool } from './testing/fixture-pool.ts';

const FOREVER = { ms: 3_600_000 };

/** A call that runs until `end`. */
function held(pool: ProcessPool<Fixture>, { urgent = false, heedsCancel = true } = {}) {
  const controller = new AbortController();
  const { signal } = controller;
  const call = pool.call('wait', { ...FOREVER, heedsCancel }, { signal, urgent });
  call.catch(() => undefined);
  return { call, end: () => controller.abort(new Error('ended')) };
}

const shared = (t: TestContext, overrides = {}) => fixturePool(t, { callsPerProcess: 2, ...overrides });

test('a process runs several calls at once, up to its limit', async (t) => {
  const pool = shared(t);
  const [one] = [held(pool), held(pool)];
  const waiting = pool.call('echo', 'third');
  await until(() => pool.stats().busy === 1);
  assert.equal(pool.stats().queued, 1);
  one.end();
  assert.equal(await waiting, 'third');
  assert.equal(pool.stats().processes.length, 1);
});

test('an urgent call does not wait for the others to end', async (t) => {
  const pool = shared(t);
  held(pool);
  held(pool);
  assert.equal(await pool.call('echo', 'now', { urgent: true }), 'now');
});

test('calls go to the process that has fewer', async (t) => {
  const pool = shared(t, { size: 2 });
  await pool.warm();
  held(pool);
  held(pool);
  const [one, other] = await Promise.all([pool.call('pid', undefined), pool.call('pid', undefined)]);
  assert.notEqual(one, other);
});

test('a cancelled call leaves the others of its process alone', async (t) => {
  const pool = shared(t, { cancelGraceMs: 3_600_000 });
  const one = held(pool);
  const other = held(pool);
  await until(() => pool.stats().busy === 1);
  one.end();
  await assert.rejects(one.call, /ended/u);
  assert.equal(await pool.call('echo', 1), 1);
  other.end();
  await until(() => pool.stats().busy === 0);
  assert.equal(pool.stats().restarts, 0);
});

test('a call that does not stop when cancelled ends its process, and with it every call there', async (t) => {
  const pool = shared(t, { cancelGraceMs: 1 });
  const deaf = held(pool, { heedsCancel: false });
  const other = held(pool);
  await until(() => pool.stats().busy === 1);
  deaf.end();
  await assert.rejects(deaf.call, /ended/u);
  await assert.rejects(other.call, EngineFailed);
  assert.equal(await pool.call('echo', 1), 1);
});

test('a crash fails every call of the process, once, and the next ones run in a new process', async (t) => {
  const pool = shared(t);
  const other = held(pool);
  await assert.rejects(pool.call('crash', undefined), EngineFailed);
  await assert.rejects(other.call, EngineFailed);
  assert.equal(await pool.call('echo', 1), 1);
});

test('a process that outgrew its memory takes no more calls, but finishes those it has', async (t) => {
  const pool = shared(t, { maxRssBytes: 1, superviseEveryMs: 3_600_000 });
  const pid = await pool.call('pid', undefined);
  await until(() => pool.stats().restarts === 1);
  const first = held(pool, { heedsCancel: false });
  const next = await pool.call('pid', undefined);
  assert.notEqual(next, pid);
  const late = pool.call('pid', undefined);
  await until(() => pool.stats().queued === 1);
  assert.equal(pool.stats().restarts, 1);
  assert.equal(pool.stats().busy, 1);
  void first;
  late.catch(() => undefined);
});

test('a closing pool lets every call of a process finish', async (t) => {
  const pool = shared(t);
  const calls = [pool.call('wait', { ms: 50 }), pool.call('wait', { ms: 150 })];
  await until(() => pool.stats().busy === 1);
  const closed = pool.close({ graceMs: 60_000 });
  assert.deepEqual(await Promise.all(calls), ['waited', 'waited']);
  await closed;
});

test('a full queue counts the calls that processes have', async (t) => {
  const pool = shared(t, { maxQueued: 1 });
  held(pool);
  held(pool);
  held(pool);
  await assert.rejects(pool.call('echo', 1), EngineBusy);
});
