import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenTimes } from './alignment.ts';
import { STATES } from './networks.ts';

test('tokens get the times of their attention, in order', () => {
  const tokens = 6;
  const starts = [0, 0, 10, 40, 60, 90];
  const head = new Float32Array(tokens * STATES).fill(1e-4);
  for (let t = 1; t < tokens; t += 1) {
    const end = starts[t + 1] ?? 100;
    for (let f = starts[t] ?? 0; f < end; f += 1) head[t * STATES + f] = 0.1;
  }
  const times = tokenTimes([head, head], { tokens, skip: 1, seconds: 2 });
  assert.equal(times.length, 5);
  for (const [i, time] of times.entries())
    assert.ok(Math.abs(time - (starts[i + 1] ?? 0) * 0.02) <= 0.08, `${times}`);
});
