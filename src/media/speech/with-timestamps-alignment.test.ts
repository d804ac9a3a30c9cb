import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alignCharacters, characterOffsets, joinWords } from './with-timestamps-alignment.ts';

const samples = (seconds: number) => new Float32Array(seconds * 1000);
const timed = (start: number, end: number, startSample: number, endSample: number) => ({
  start,
  end,
  startSample,
  endSample,
});

test('words of later chunks come after the sound of the earlier ones', () => {
  const chunks = [
    { samples: samples(2), words: [timed(0, 2, 100, 900)] },
    { samples: samples(1), words: [timed(3, 5, 50, 500)] },
  ];
  assert.deepEqual(joinWords(chunks, 1000), [
    { start: 0.1, end: 0.9, startChar: 0, endChar: 2 },
    { start: 2.05, end: 2.5, startChar: 3, endChar: 5 },
  ]);
});

test('a word that was said in two chunks is one', () => {
  const chunks = [
    { samples: samples(2), words: [timed(0, 9, 100, 1900)] },
    { samples: samples(2), words: [timed(0, 9, 100, 700)] },
  ];
  assert.deepEqual(joinWords(chunks, 1000), [{ start: 0.1, end: 2.7, startChar: 0, endChar: 9 }]);
});

test('there is a time for every character of the text, none before the one before it', () => {
  const text = '“Hé 👋 $3.50.”';
  const words = [
    { start: 0.2, end: 0.5, startChar: 1, endChar: 3 },
    { start: 1, end: 2, startChar: 7, endChar: 12 },
  ];
  const { characters, startTimes, endTimes } = alignCharacters(text, words, 2.4);
  assert.equal(characters.join(''), text);
  assert.equal(startTimes[0], 0);
  assert.equal(endTimes.at(-1), 2.4);
  characters.forEach((_, i) => {
    assert.ok((startTimes[i] ?? 0) <= (endTimes[i] ?? 0));
    assert.ok(i === 0 || startTimes[i] === endTimes[i - 1]);
  });
  assert.deepEqual([startTimes[characters.indexOf('$')], endTimes[characters.indexOf('0')]], [1, 2]);
});

test('offsets count a character beyond the basic plane once', () => {
  const offsetOf = characterOffsets('a👋b');
  assert.deepEqual([0, 1, 3, 4].map(offsetOf), [0, 1, 2, 3]);
});
