import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitText } from './split-text.ts';

const charactersOf = (text: string) => [...text.normalize('NFC')].length;

test('a text that fits stays whole', () => {
  assert.deepEqual(splitText('Hello. You there.', 17), ['Hello. You there.']);
  // Two code points that count as one.
  assert.equal(splitText('e\u0301'.repeat(10), 10).length, 1);
});

test('a longer one is cut between sentences, as late as possible', () => {
  assert.deepEqual(splitText('One two. Three? Four! It costs 3.50 euros.', 24), [
    'One two. Three? Four!',
    'It costs 3.50 euros.',
  ]);
  assert.deepEqual(splitText('你好。再见。', 4), ['你好。', '再见。']);
});

test('a sentence that is too long is cut between words, a word between characters', () => {
  assert.deepEqual(splitText('one two three four', 9), ['one two', 'three', 'four']);
  assert.deepEqual(splitText('👋👋👋👋👋', 2), ['👋👋', '👋👋', '👋']);
});

test('nothing is lost, and no part is too long', () => {
  const text = Array.from({ length: 900 }, (_, n) => `Sentence ${n} of a long, long story.`).join(' ');
  const parts = splitText(text);
  assert.equal(parts.join(' '), text);
  for (const part of parts) assert.ok(charactersOf(part) <= 5_000);
  assert.equal(parts.length, Math.ceil(text.length / 5_000));
});

test('SSML is not cut', () => {
  assert.throws(() => splitText(`<speak>${'word '.repeat(2_000)}</speak>`), /SSML cannot be cut/);
});
