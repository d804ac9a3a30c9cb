import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findLoop, withoutLoops } from './repetition.ts';

const times = (count: number, ...phrase: number[]): number[] => Array(count).fill(phrase).flat();
const TIME = 900;
const without = (tokens: number[]): number[] =>
  withoutLoops(
    tokens.map((token) => ({ token })),
    ({ token }) => token < TIME,
  ).map(({ token }) => token);

test('finds the first loop: “de l’économie de l’économie …” after good text', () => {
  assert.deepEqual(findLoop([1, 2, 3, ...times(5, 7, 8, 9), 4]), { start: 3, period: 3, end: 18 });
  assert.deepEqual(findLoop(times(20, 5)), { start: 0, period: 1, end: 20 });
  assert.deepEqual(findLoop(times(3, 1, 2, 3, 4, 5, 6, 7, 8)), { start: 0, period: 8, end: 24 });
});

test('emphasis, counting and ordinary text are not loops', () => {
  const ordinary = Array.from({ length: 200 }, (_, i) => (i * 37) % 101);
  for (const tokens of [[], [5, 5, 5, 5], times(3, 1, 2, 3, 4), times(2, ...ordinary.slice(0, 60)), ordinary])
    assert.equal(findLoop(tokens), null, String(tokens));
});

test('two repeats stay, with the text and the times around them', () => {
  assert.deepEqual(without([1, 2, ...times(6, 7, 8, 9), 3]), [1, 2, 7, 8, 9, 7, 8, 9, 3]);
  const segments = [900, 1, 901, 901, 7, 8, 9, 902, 902, ...times(4, 7, 8, 9), 903, 903, 7, 8, 9, 904];
  assert.deepEqual(without(segments), [900, 1, 901, 901, 7, 8, 9, 902, 902, 7, 8, 9, 904]);
});

test('nothing is left that loops, and no text is changed that does not', () => {
  const tokens = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 120 });
  fc.assert(
    fc.property(tokens, (text) => {
      const left = without(text);
      assert.equal(findLoop(left), null);
      if (!findLoop(text)) assert.deepEqual(left, text);
    }),
  );
});
