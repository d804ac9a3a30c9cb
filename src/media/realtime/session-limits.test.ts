import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createPace, limitSession } from './session-limits.ts';

const MINUTE_MS = 60_000;

test('a session ends when it is idle, but not while it speaks, and after its longest time', (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  let isSpeaking = true;
  const ended: string[] = [];
  const limits = { idleMs: 15 * MINUTE_MS, totalMs: 60 * MINUTE_MS };
  const clock = limitSession(limits, { isBusy: () => isSpeaking, end: ({ message }) => ended.push(message) });
  mock.timers.tick(20 * MINUTE_MS);
  isSpeaking = false;
  clock.touch();
  mock.timers.tick(14 * MINUTE_MS);
  assert.deepEqual(ended, []);
  mock.timers.tick(MINUTE_MS);
  assert.deepEqual(ended, ['Your session was idle for 15 minutes.']);
  mock.timers.tick(25 * MINUTE_MS);
  assert.equal(ended[1], 'Your session hit the maximum duration of 60 minutes.');
  clock.stop();
});

test('a pace allows so many in any minute', () => {
  let now = 0;
  const may = createPace(2, () => now);
  assert.deepEqual([may(), may(), may()], [true, true, false]);
  now = MINUTE_MS;
  assert.equal(may(), true);
});
