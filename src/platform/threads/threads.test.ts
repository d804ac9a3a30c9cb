import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { DomainError } from '../errors.ts';
import { until } from '../testing/until.ts';
import { createThreads, ThreadsBusy, TooManyTasks, TooMuchWork } from './index.ts';
import { MAX_WAITING_OF_ONE } from './pool.ts';
import { backtrack, double, fail, hoard, keep, leave, refuse, spin, wait } from './testing/tasks.ts';

describe('threads for tenants’ programs', () => {
  const threads = createThreads();
  after(() => threads.close());
  const own = { owner: 'anna', what: 'Checking the flow' };

  test('a task runs in another thread, and what it answers comes back', async () => {
    const { result, threadId } = await threads.run(double, 21, own);
    assert.equal(result, 42);
    assert.notEqual(threadId, 0);
  });

  test('a task that uses up its processor time ends with its thread, and the next one runs', async () => {
    for (const endless of [spin, backtrack])
      await assert.rejects(threads.run(endless, null, { ...own, budgetMs: 50 }), (error) => {
        assert.ok(error instanceof TooMuchWork);
        assert.match(
          error.public,
          /^Checking the flow takes more computing than a request may use\. Send less/,
        );
        return true;
      });
    assert.equal((await threads.run(double, 1, own)).result, 2);
    assert.equal(threads.figures().restarts, 2);
  });

  test('a task that needs too much memory, or ends its thread, costs only itself', async () => {
    for (const bad of [hoard, leave])
      await assert.rejects(threads.run(bad, null, { ...own, budgetMs: 60_000 }), TooMuchWork);
    assert.equal((await threads.run(double, 1, own)).result, 2);
  });

  test('a task that finds no memory left by others runs again in a fresh thread', async () => {
    const { restarts } = threads.figures();
    const megabytes: number[] = [];
    for (let i = 0; i < 6; i++) megabytes.push(await threads.run(keep, 80, { ...own, budgetMs: 60_000 }));
    assert.ok(threads.figures().restarts > restarts);
    assert.ok(megabytes.lastIndexOf(80) > 0, `${megabytes}`);
  });

  test('an order that cannot be sent leaves no thread behind', async () => {
    const running = () => readdirSync('/proc/self/task').length;
    const nested: unknown = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
    const before = running();
    for (let i = 0; i < 5; i++) await assert.rejects(threads.run(double, nested as number, own), RangeError);
    await until(() => running() <= before + 1);
    assert.equal((await threads.run(double, 1, own)).result, 2);
  });

  test('a refusal arrives as it was thrown, and a fault of ours stays a fault', async () => {
    await assert.rejects(threads.run(refuse, 'No such state.', own), (error) => {
      assert.ok(error instanceof DomainError);
      assert.deepEqual([error.kind, error.code, error.public], ['invalid', 'invalid_flow', 'No such state.']);
      return true;
    });
    await assert.rejects(threads.run(fail, 'not ours', own), { name: 'Error', message: 'not ours' });
  });

  test('an owner with a full queue is refused, and another one is served before it', async () => {
    const gates = Array.from({ length: MAX_WAITING_OF_ONE + 1 }, () => new SharedArrayBuffer(4));
    const ended: string[] = [];
    const greedy = gates.map((gate) =>
      threads.run(wait, gate, { ...own, budgetMs: 60_000 }).then(() => ended.push('anna')),
    );
    await assert.rejects(threads.run(double, 1, own), TooManyTasks);
    assert.equal((await threads.run(double, 4, { ...own, owner: 'ben' })).result, 8);
    assert.deepEqual(ended, []);
    assert.equal(threads.figures().busy, 1);
    for (const gate of gates) {
      const cell = new Int32Array(gate);
      cell[0] = 1;
      Atomics.notify(cell, 0);
    }
    await Promise.all(greedy);
    await until(() => threads.figures().busy === 0);
  });

  test('a task that waits is given up when its caller leaves, or after a while', async () => {
    const hurried = createThreads({ maxWaitMs: 50 });
    const gate = new SharedArrayBuffer(4);
    const running = hurried.run(wait, gate, { ...own, budgetMs: 60_000 });
    await assert.rejects(hurried.run(double, 1, own), ThreadsBusy);
    const leaving = new AbortController();
    const left = hurried.run(double, 1, { ...own, signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await assert.rejects(left, /gone/);
    await assert.rejects(hurried.run(double, 1, { ...own, signal: leaving.signal }), /gone/);
    assert.deepEqual(hurried.figures(), { busy: 1, queued: 0, restarts: 0 });
    const cell = new Int32Array(gate);
    cell[0] = 1;
    Atomics.notify(cell, 0);
    assert.equal(await running, 1);
    await hurried.close();
  });

  test('closing ends what runs and refuses what waits', async () => {
    const closing = createThreads();
    const running = closing.run(spin, null, own);
    const waiting = closing.run(double, 1, own);
    const settled = Promise.allSettled([running, waiting]);
    await closing.close();
    const [first, second] = await settled;
    assert.equal(first.status, 'rejected');
    assert.ok(second.status === 'rejected' && second.reason instanceof ThreadsBusy);
    await assert.rejects(closing.run(double, 1, own), ThreadsBusy);
  });
});
