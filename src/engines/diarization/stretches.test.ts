import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stretchesOf } from './stretches.ts';

const SPOKEN = [
  { start: 1, end: 3 },
  { start: 5, end: 6 },
];

test('pauses do not count, and a span across one becomes two stretches', () => {
  assert.deepEqual(stretchesOf([{ start: 1, end: 2 }], SPOKEN, 60), [{ first: 0, end: 20 }]);
  assert.deepEqual(stretchesOf([{ start: 2, end: 5.5 }], SPOKEN, 60), [
    { first: 20, end: 40 },
    { first: 40, end: 50 },
  ]);
});

test('parts outside of speech or after the last step are dropped', () => {
  assert.deepEqual(stretchesOf([{ start: 3, end: 5 }], SPOKEN, 60), []);
  assert.deepEqual(stretchesOf([{ start: 5, end: 9 }], SPOKEN, 55), [{ first: 40, end: 55 }]);
});
