import assert from 'node:assert/strict';
import { test } from 'node:test';
import { srtOf } from './captions.ts';

const timed = (...words: string[]) => words.map((word, i) => ({ word, start: i, end: i + 0.5 }));
const shown = (text: string, words: ReturnType<typeof timed>) =>
  srtOf({ text, words, segments: [], duration_seconds: 60 })
    .split('\n')
    .filter((line) => /\p{L}/u.test(line))
    .join(' ');

test('a word that is not in the text as it was recognised is shown as the text has it, apart from its neighbours', () => {
  for (const missing of ['One', 'two', 'three', 'four.']) {
    const words = timed('One', 'two', 'three', 'four.').filter(({ word }) => word !== missing);
    assert.equal(shown('One two three four.', words), 'One two three four.', `without ${missing}`);
  }
  assert.equal(
    shown('It costs 5 dollars & tax.', timed('It', 'costs', 'five', 'dollars', 'tax.')),
    'It costs 5 dollars & tax.',
  );
});

test('no caption ends after the audio', () => {
  const srt = srtOf({ text: 'One two.', words: timed('One', 'two.'), segments: [], duration_seconds: 1.55 });
  assert.match(srt, /--> 00:00:01,550/u);
});
