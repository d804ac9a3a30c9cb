import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

const PIECES = [
  'Hel',
  'lo',
  ',',
  'Ġthere',
  'Ġ"',
  'friend',
  '".',
  'Ã',
  '©',
  'Ġit',
  "'s",
  'å¤©',
  'æ',
  '°',
  'Ķ',
  'Ġ$',
  '3',
  '.',
  '50',
];
const vocabulary = createVocabulary(Object.fromEntries(PIECES.map((piece, i) => [piece, i])));
const choices = (...pieces: string[]) =>
  pieces.map((piece) => ({ token: PIECES.indexOf(piece), logProbability: -0.1 }));
const words = (spaced: boolean, ...pieces: string[]) =>
  wordsOf(choices(...pieces), vocabulary, spaced).map(({ text, tokens }) => [text.trim(), tokens]);

test('byte tokens become text, even if a character spans several', () => {
  assert.equal(vocabulary.textOf(choices('Hel', 'lo', 'Ã', '©').map(({ token }) => token)), 'Helloé');
});

test('tokens become words with their punctuation, and none is lost', () => {
  assert.deepEqual(words(true, 'Hel', 'lo', ',', 'Ġthere', 'Ġit', "'s"), [
    ['Hello,', 3],
    ['there', 1],
    ["it's", 2],
  ]);
  assert.deepEqual(words(true, 'Ġthere', 'Ġ"', 'friend', '".'), [
    ['there', 1],
    ['"friend".', 3],
  ]);
  assert.deepEqual(words(true, 'Ġ$', '3', '.', '50'), [['$3.50', 4]]);
});

test('languages without spaces are split by character', () => {
  assert.deepEqual(words(false, 'å¤©', 'æ', '°', 'Ķ'), [
    ['天', 1],
    ['气', 3],
  ]);
});
