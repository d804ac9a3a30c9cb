import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPace } from './pace.ts';

test('a few turns may come at once, then one a second', () => {
  let now = 0;
  const pace = createPace(() => now);
  const waits = Array.from({ length: 12 }, pace);
  assert.deepEqual(waits, [...Array(10).fill(0), 1_000, 2_000]);
  now = 60_000;
  assert.equal(pace(), 0);
});
