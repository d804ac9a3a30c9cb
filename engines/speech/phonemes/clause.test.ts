import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoize, phonemizeClause } from './clause.ts';

const parrot = (text: string): string => text.toLowerCase();

test('each word of a clause has the offset of its symbols', () => {
  assert.deepEqual(phonemizeClause(['Bad', 'dab ad', 'a'], parrot), {
    phonemes: 'bad dab ad a',
    starts: [0, 4, 11],
  });
});

test('given phonemes are used as they are; the words around them are phonemized', () => {
  assert.deepEqual(phonemizeClause(['a', 'bad', { phonemes: 'təmˈɑtO' }, 'dab'], parrot), {
    phonemes: 'a bad təmˈɑtO dab',
    starts: [0, 2, 6, 14],
  });
});

test('unknown symbols are dropped before anything is counted', () => {
  assert.deepEqual(phonemizeClause(['b8d', { phonemes: 'x9y' }], parrot), {
    phonemes: 'bd xy',
    starts: [0, 3],
  });
});

test('a clause without sounds is empty', () => {
  assert.deepEqual(phonemizeClause(['8', '9'], parrot), { phonemes: '', starts: [0, 0] });
});

test('a memoized result is computed once, and the oldest is dropped first', () => {
  let made = 0;
  const find = memoize((key) => `${key}${made++}`, 2);
  assert.deepEqual(['a', 'b', 'a', 'c', 'b', 'a'].map(find), ['a0', 'b1', 'a0', 'c2', 'b1', 'a3']);
});

test('a long clause is phonemized in parts, so that alignment stays cheap', () => {
  const words = Array.from({ length: 2_000 }, () => 'bad');
  const lengths: number[] = [];
  const { phonemes, starts } = phonemizeClause(words, (text) => {
    lengths.push(text.length);
    return text;
  });
  assert.equal(phonemes, words.join(' '));
  assert.deepEqual(
    starts,
    words.map((_, i) => i * 4),
  );
  assert.ok(Math.max(...lengths) <= 300, `${Math.max(...lengths)} characters`);
});

test('words of another language are phonemized by it, in the same clause', () => {
  const foreign = new Map([['fr' as const, (text: string) => text.toLowerCase().replaceAll('b', 'v')]]);
  const words = [
    'Bad',
    { foreign: 'Bad', language: 'fr' as const },
    { foreign: 'dab', language: 'fr' as const },
    'a',
  ];
  assert.deepEqual(phonemizeClause(words, parrot, foreign), {
    phonemes: 'bad vad dav a',
    starts: [0, 4, 8, 12],
  });
});
