import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DomainError } from '../errors.ts';
import { until } from '../testing/until.ts';
import { EngineBusy, EngineFailed } from './index.ts';
import { FIXTURE_OPTIONS, fixturePool } from './testing/fixture-pool.ts';

test('a child gets its configuration as data, not through the environment', async (t) => {
  const config = { start: null, startMs: 1, words: ['ein „Wort“', '{}'] };
  const pool = fixturePool(t, { config });
  assert.deepEqual(await pool.call('config', undefined), config);
  const environment = (await pool.call('environment', undefined)).join();
  assert.doesNotMatch(environment, /FIXTURE|CONFIG/u);
});

test('typed arrays and nested objects arrive unchanged on both sides', async (t) => {
  const pool = fixturePool(t);
  const payload = { samples: new Float32Array([0.5, -0.25]), words: [{ at: 1 }], none: null };
  assert.deepEqual(await pool.call('echo', payload), payload);
});

test('a call made during start-up waits for it', async (t) => {
  const pool = fixturePool(t, { config: { ...FIXTURE_OPTIONS.config, startMs: 300 } });
  assert.equal(pool.state(), 'idle');
  const answer = pool.call('echo', 1);
  await until(() => pool.state() === 'starting');
  assert.equal(await answer, 1);
  assert.equal(pool.state(), 'ready');
});

test('warm resolves when every process is ready', async (t) => {
  const pool = fixturePool(t, { size: 2 });
  await pool.warm();
  await pool.warm();
  assert.deepEqual(
    pool.stats().processes.map((process) => process.state),
    ['free', 'free'],
  );
});

test('the kernel ends an engine before the program when memory runs out', async (t) => {
  const pool = fixturePool(t);
  await pool.warm();
  const eagerness = (pid: number | string | undefined) =>
    Number(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8'));
  assert.ok(eagerness(pool.stats().processes[0]?.pid) > eagerness('self'));
});

test('waiting calls are served in order of arrival', async (t) => {
  const pool = fixturePool(t);
  const answered: unknown[] = [];
  const order = [1, 2, 3, 4, 5];
  await Promise.all(order.map(async (n) => answered.push(await pool.call('echo', n))));
  assert.deepEqual(answered, order);
});

test('urgent calls go first, in order of arrival among themselves', async (t) => {
  const pool = fixturePool(t);
  const answered: unknown[] = [];
  const call = async (n: number, urgent: boolean) => answered.push(await pool.call('echo', n, { urgent }));
  const running = pool.call('wait', { ms: 100 });
  await Promise.all([running, call(1, false), call(2, false), call(3, true), call(4, true), call(5, false)]);
  assert.deepEqual(answered, [3, 4, 1, 2, 5]);
});

test('a call reports progress, in order, before its result', async (t) => {
  const pool = fixturePool(t);
  const reports: unknown[] = [];
  assert.equal(await pool.call('count', { to: 3 }, { onReport: (value) => reports.push(value) }), 'counted');
  assert.deepEqual(reports, [{ n: 1 }, { n: 2 }, { n: 3 }]);
  assert.equal(await pool.call('count', { to: 3 }), 'counted');
});

test('a full queue rejects the next call and keeps the others', async (t) => {
  const pool = fixturePool(t, { maxQueued: 1 });
  const first = pool.call('wait', { ms: 200 });
  const second = pool.call('echo', 'second');
  await assert.rejects(pool.call('echo', 'third'), EngineBusy);
  assert.equal(await first, 'waited');
  assert.equal(await second, 'second');
});

test('a domain error thrown in the child arrives with the same kind, code and public text', async (t) => {
  const pool = fixturePool(t);
  await assert.rejects(pool.call('refuse', undefined), (error) => {
    assert.ok(error instanceof DomainError);
    assert.equal(error.kind, 'unprocessable');
    assert.equal(error.code, 'no_speech');
    assert.equal(error.public, 'Nothing was said.');
    assert.deepEqual(error.detail, [{ path: 'file', message: 'silent' }]);
    assert.match(String(error.cause), /rms 0/);
    return true;
  });
});

test('any other error becomes EngineFailed, reveals nothing internal and costs no process', async (t) => {
  const pool = fixturePool(t);
  await assert.rejects(pool.call('fail', undefined), (error) => {
    assert.ok(error instanceof EngineFailed);
    assert.doesNotMatch(error.public, /tensor/);
    assert.match(String(error.cause), /tensor is of the wrong shape/);
    return true;
  });
  assert.equal(await pool.call('echo', 1), 1);
  assert.equal(pool.stats().restarts, 0);
});

test('data that cannot be serialised fails only its own call, in either direction', async (t) => {
  const pool = fixturePool(t);
  await assert.rejects(
    pool.call('echo', () => 1),
    EngineFailed,
  );
  await assert.rejects(pool.call('answerWithFunction', undefined), EngineFailed);
  await assert.rejects(pool.call('toString' as never, undefined), EngineFailed);
  assert.equal(await pool.call('echo', 1), 1);
  assert.equal(pool.stats().restarts, 0);
});

test('a child inherits no secrets', async (t) => {
  process.env.SESSION_SECRET = 'hush';
  t.after(() => delete process.env.SESSION_SECRET);
  const pool = fixturePool(t);
  const names = await pool.call('environment', undefined);
  assert.ok(names.includes('PATH'));
  assert.ok(!names.includes('SESSION_SECRET'));
});

test('telemetry of onnxruntime is disabled in every child', async (t) => {
  const names = await fixturePool(t).call('environment', undefined);
  assert.ok(names.includes('ORT_DISABLE_TELEMETRY'));
});

test('a thousand calls leave no listeners, timers or queue entries behind', async (t) => {
  const pool = fixturePool(t, { size: 2, maxQueued: 2_000 });
  const { signal } = new AbortController();
  await pool.warm();
  const timersBefore = timers();
  await Promise.all(Array.from({ length: 1_000 }, (_, n) => pool.call('echo', n, { signal })));
  assert.equal(getEventListeners(signal, 'abort').length, 0);
  assert.equal(timers(), timersBefore);
  assert.deepEqual({ ...pool.stats(), processes: 2 }, { busy: 0, queued: 0, restarts: 0, processes: 2 });
});

function timers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}
