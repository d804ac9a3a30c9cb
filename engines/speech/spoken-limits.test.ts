import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidMarkup, PronunciationsTooLong, SpokenTextTooLong } from './errors.ts';
import { readText } from './read-text.ts';

const read = (text: string, more: object = {}) => [...readText({ text, ...more }, 'en-US')];
const long = 'word '.repeat(40).trim();

test('pronunciations may add as many characters as were sent, and always 200', () => {
  assert.doesNotThrow(() => read('Say SQL.', { pronunciations: { SQL: long } }));
  assert.throws(() => read('SQL SQL SQL', { pronunciations: { SQL: long } }), PronunciationsTooLong);
  assert.throws(() => read('SQL SQL SQL', { dictionary: { SQL: long } }), PronunciationsTooLong);
  assert.throws(
    () => read('a b c', { dictionary: { a: `/${'ɑ'.repeat(190)}/`, b: long } }),
    PronunciationsTooLong,
  );
  const prose = 'The quick brown fox jumps over the lazy dog. '.repeat(20);
  assert.doesNotThrow(() => read(`${prose} SQL SQL SQL SQL`, { pronunciations: { SQL: long } }));
});

test('numbers and symbols may make a text six times as long, but not longer than 10,000 characters', () => {
  assert.doesNotThrow(() => read('Call 555-123-4567. '.repeat(60)));
  assert.doesNotThrow(() => read('Paid $123,456.78 in full. '.repeat(40)));
  assert.throws(() => read('√'.repeat(200)), SpokenTextTooLong);
  assert.throws(() => read('777,777 '.repeat(60)), SpokenTextTooLong);
  assert.throws(() => read('Paid $123,456.78 in full. '.repeat(190)), SpokenTextTooLong);
  assert.throws(
    () => read(`<speak>${'<sub alias="777,777">a</sub> '.repeat(170)}</speak>`),
    SpokenTextTooLong,
  );
  assert.throws(
    () => read(`<speak><say-as interpret-as="characters">${'7'.repeat(4_000)}</say-as></speak>`),
    SpokenTextTooLong,
  );
});

test('pauses last a quarter of a second per character, at least 10 s and at most 120 s', () => {
  assert.doesNotThrow(() => read('Wait [pause:10s] go'));
  assert.throws(() => read('Wait [pause:10s] and [pause:10s] go'), InvalidMarkup);
  assert.doesNotThrow(() => read('Breathe in. [pause:5s] Breathe out. [pause:5s] '.repeat(10)));
  assert.throws(() => read('Breathe in. [pause:5s] Breathe out. [pause:5s] '.repeat(13)), /120 s/u);
});
