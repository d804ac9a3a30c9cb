import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Timeline } from './timeline.ts';

const TEXT = 'Good morning. … Bye.';
const word = (start: number, end: number, startSample: number, endSample: number) => ({
  start,
  end,
  startSample,
  endSample,
});
const chunk = (words: ReturnType<typeof word>[], place = { start: 0, end: 13 }) => ({
  ...place,
  words,
  samples: new Float32Array(1_000),
});

test('a word that is spoken in two chunks is one word, charged with its beginning', () => {
  const timeline = new Timeline(TEXT, 1_000);
  timeline.add(chunk([word(0, 4, 100, 600), word(5, 12, 700, 1_000)]));
  assert.equal(timeline.amount.quantity, 12);
  timeline.add(chunk([word(5, 12, 0, 300)]));
  assert.equal(timeline.amount.quantity, 12);
  assert.deepEqual(
    timeline.words.map(({ start, end }) => [start, end]),
    [
      [0.1, 0.6],
      [0.7, 1.3],
    ],
  );
});

test('a pause in the middle of a sentence charges none of what follows', () => {
  const timeline = new Timeline(TEXT, 1_000);
  timeline.add(chunk([word(0, 4, 100, 600)]));
  timeline.add(chunk([]));
  assert.equal(timeline.amount.quantity, 4);
  assert.equal(timeline.seconds, 2);
});

test('a sentence without words is charged as a whole', () => {
  const timeline = new Timeline(TEXT, 1_000);
  timeline.add(chunk([word(0, 4, 0, 400), word(5, 12, 400, 900)]));
  timeline.add(chunk([], { start: 14, end: 15 }));
  assert.equal(timeline.amount.quantity, 15);
});
