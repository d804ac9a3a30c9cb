import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createRespawnBackoff } from './respawn-backoff.ts';

const CRASH = { endReason: 'crashed', wasReady: true } as const;
const FAILED_START = { endReason: 'crashed', wasReady: false } as const;

function setUp(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const due = t.mock.fn();
  return { backoff: createRespawnBackoff(due), due, pass: (ms: number) => t.mock.timers.tick(ms) };
}

test('the first crash after a response is replaced at once', (t) => {
  const { backoff } = setUp(t);
  backoff.exited(CRASH);
  assert.equal(backoff.waiting(), false);
});

test('consecutive crashes double the wait, up to ten seconds', (t) => {
  const { backoff, due, pass } = setUp(t);
  backoff.exited(CRASH);
  for (const delayMs of [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]) {
    const before = due.mock.callCount();
    backoff.exited(CRASH);
    pass(delayMs - 1);
    assert.equal(backoff.waiting(), true);
    pass(1);
    assert.equal(due.mock.callCount(), before + 1);
  }
});

test('a response to a call resets the backoff; becoming ready alone does not', (t) => {
  const { backoff, pass } = setUp(t);
  backoff.exited(CRASH);
  backoff.started();
  backoff.exited(CRASH);
  assert.equal(backoff.waiting(), true);
  pass(100);
  backoff.answered();
  backoff.exited(CRASH);
  assert.equal(backoff.waiting(), false);
});

test('an exit that we caused never delays the next start', (t) => {
  const { backoff } = setUp(t);
  for (const endReason of ['cancelled', 'deadline', 'idle'] as const) {
    for (let round = 0; round < 5; round += 1) backoff.exited({ endReason, wasReady: true });
  }
  assert.equal(backoff.waiting(), false);
  assert.equal(backoff.down(), false);
});

test('three failed starts in a row mean down, one success means up again', (t) => {
  const { backoff } = setUp(t);
  for (const down of [false, false, true]) {
    backoff.exited(FAILED_START);
    assert.equal(backoff.down(), down);
  }
  backoff.started();
  assert.equal(backoff.down(), false);
});

test('cancel leaves no timer behind', (t) => {
  const { backoff, due, pass } = setUp(t);
  backoff.exited(CRASH);
  backoff.exited(CRASH);
  backoff.cancel();
  pass(60_000);
  assert.equal(due.mock.callCount(), 0);
});
