import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spreadWords } from './spread-words.ts';

test('words are within the speech, in order, as long as their letters, and never in a pause', () => {
  const speech = [
    { start: 1, end: 2 },
    { start: 3, end: 4 },
  ];
  const segments = spreadWords('Go home. Extraordinarily so.', speech);
  assert.deepEqual(
    segments.map(({ text }) => text),
    ['Go home.', 'Extraordinarily so.'],
  );
  const words = segments.flatMap((segment) => segment.words);
  let before = 1;
  for (const { start, end } of words) {
    assert.ok(start >= before && end > start && end <= 4, `${start} ${end}`);
    before = end;
  }
  const length = (i: number): number => (words[i]?.end ?? 0) - (words[i]?.start ?? 0);
  assert.ok(length(2) > length(0));
});

test('a word before a pause ends where the pause starts, and one after it starts where it ends', () => {
  const speech = [
    { start: 0, end: 1 },
    { start: 5, end: 6 },
  ];
  const words = spreadWords('aaaa bbbb', speech).flatMap((segment) => segment.words);
  assert.deepEqual(
    words.map(({ start, end }) => [start, end]),
    [
      [0, 1],
      [5, 6],
    ],
  );
});
