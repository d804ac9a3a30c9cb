import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alignCharacters, characterOffsets } from './timestamps.ts';

test('every character of the text has a time, and times never decrease', () => {
  const text = '“Hé 👋 $3.50.”';
  const words = [
    { start: 0.2, end: 0.5, startChar: 1, endChar: 3 },
    { start: 1, end: 2, startChar: 7, endChar: 12 },
  ];
  const { characters, startTimes, endTimes } = alignCharacters(text, words, { duration: 2.4 });
  assert.equal(characters.join(''), text);
  assert.equal(startTimes[0], 0);
  assert.equal(endTimes.at(-1), 2.4);
  characters.forEach((_, i) => {
    assert.ok((startTimes[i] ?? 0) <= (endTimes[i] ?? 0));
    assert.ok(i === 0 || startTimes[i] === endTimes[i - 1]);
  });
  assert.deepEqual([startTimes[characters.indexOf('$')], endTimes[characters.indexOf('0')]], [1, 2]);
});

test('offsets count a character outside the basic plane once', () => {
  const offsetOf = characterOffsets('a👋b');
  assert.deepEqual([0, 1, 3, 4].map(offsetOf), [0, 1, 2, 3]);
});
