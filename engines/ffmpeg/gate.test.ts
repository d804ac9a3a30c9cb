import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGate, FfmpegBusy } from './index.ts';

const OPTIONS = { running: 2, waiting: 1, maxWaitMs: 1_000 };

test('never runs more children than its limit, and serves waiting callers in order', async () => {
  const gate = createGate({ ...OPTIONS, waiting: 100 });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 50 }, async (_, i) => {
      const leave = await gate.enter();
      order.push(i);
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      leave();
    }),
  );
  assert.equal(most, OPTIONS.running);
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
});

test('refuses with 503 and Retry-After when its queue is full', async () => {
  const gate = createGate(OPTIONS);
  const [leave] = await Promise.all([gate.enter(), gate.enter()]);
  const waits = gate.enter();
  await assert.rejects(gate.enter(), (error) => {
    assert.ok(error instanceof FfmpegBusy);
    assert.deepEqual([error.kind, error.code, error.retryAfterSeconds], ['unavailable', 'busy', 5]);
    return true;
  });
  leave();
  (await waits)();
});

test('a caller who waits too long or goes away gives up its place in the queue', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const gate = createGate(OPTIONS);
  const [leave] = await Promise.all([gate.enter(), gate.enter()]);
  const late = assert.rejects(gate.enter(), FfmpegBusy);
  t.mock.timers.tick(OPTIONS.maxWaitMs);
  await late;
  const caller = new AbortController();
  const gone = assert.rejects(gate.enter(caller.signal), /gone/u);
  caller.abort(new Error('gone'));
  await gone;
  const waits = gate.enter();
  leave();
  (await waits)();
});

test('releasing a place twice counts once', async () => {
  const gate = createGate({ ...OPTIONS, running: 1, waiting: 0 });
  const leave = await gate.enter();
  leave();
  leave();
  await gate.enter();
  await assert.rejects(gate.enter(), FfmpegBusy);
});
