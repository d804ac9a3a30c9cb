import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phonemizeClause } from './clause.ts';
import { remembering } from './remembering.ts';

const parrot = (text: string): string => text.toLowerCase();

test('each word of a clause knows where its symbols begin', () => {
  assert.deepEqual(phonemizeClause(['Bad', 'dab ad', 'a'], parrot), {
    phonemes: 'bad dab ad a',
    starts: [0, 4, 11],
  });
});

test('given sounds are said as they are, the words around them as they stand', () => {
  assert.deepEqual(phonemizeClause(['a', 'bad', { phonemes: 'təmˈɑtO' }, 'dab'], parrot), {
    phonemes: 'a bad təmˈɑtO dab',
    starts: [0, 2, 6, 14],
  });
});

test('symbols that the voices do not know are left out before anything is counted', () => {
  assert.deepEqual(phonemizeClause(['b8d', { phonemes: 'x9y' }], parrot), {
    phonemes: 'bd xy',
    starts: [0, 3],
  });
});

test('a clause without a sound is empty', () => {
  assert.deepEqual(phonemizeClause(['8', '9'], parrot), { phonemes: '', starts: [0, 0] });
});

test('what is remembered is made once, and the oldest is forgotten first', () => {
  let made = 0;
  const find = remembering((key) => `${key}${made++}`, 2);
  assert.deepEqual(['a', 'b', 'a', 'c', 'b', 'a'].map(find), ['a0', 'b1', 'a0', 'c2', 'b1', 'a3']);
});
