import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSentence, newSentence } from './sentence.ts';

const SENTENCE =
  'I agree to the cloning of my voice. Today I say apple, bridge, forty seven, candle, river and zebra.';

test('a sentence is random, and its own transcript', () => {
  const sentences = new Set(Array.from({ length: 50 }, () => newSentence()));
  assert.equal(sentences.size, 50);
  for (const sentence of sentences) assert.ok(isSentence(sentence, sentence), sentence);
});

test('no word is chosen twice, whatever the dice say', () => {
  for (const dice of [() => 0, (below: number) => below - 1, (below: number) => below >> 1]) {
    const [, chosen = ''] = newSentence(dice).split('Today I say ');
    const words = chosen.match(/[a-z]+/gu) ?? [];
    assert.equal(new Set(words).size, words.length, chosen);
  }
});

test('numbers may be written as digits, and a few errors are forgiven', () => {
  for (const heard of [
    'i agree to the cloning of my voice today i say apple bridge 47 candle river and zebra',
    'I agree to the cloning of my voice. Today I say: apple, bridge, forty-seven, candle, rivers and zebra!',
    'I agree to cloning of my voice, today I say apple, bridge, 47, candle, river, zebra.',
  ])
    assert.ok(isSentence(SENTENCE, heard), heard);
});

test('words that a recogniser hears slightly wrong are heard', () => {
  for (const heard of [
    '10. A greed to the cloning of my voice. Today I say apple, bridge 47, candles, river and zebra.',
    '3. Agree to the cloning of my voice. Today I say apples, ridge, 47, candle, rivers and zebra.',
    'A green to the cloning of my voice. Today I say apple, British, 47, candle, liver, and Deborah.',
  ])
    assert.ok(isSentence(SENTENCE, heard), heard);
});

test('another sentence with the same opening is not it, nor are the words in another order', () => {
  for (const heard of [
    '',
    'I agree to the cloning of my voice.',
    'I agree to the cloning of my voice. Today I say lemon, castle, fifty two, tiger, window and honey.',
    'I agree to the cloning of my voice. Today I say apple, castle, fifty two, tiger, river and honey.',
    'I agree to the cloning of my voice. Today I say zebra, river, candle, forty seven, bridge and apple.',
    'apple bridge 47 candle river zebra',
    'I agree to the cloning of my voice. Today I say apple, bridge, forty eight, handle bars, tiger and honey.',
    'I agree to the cloning of my voice. Today I say apple, basket, bottle, bridge, butter, 47, candle, carpet, castle, coffee, river, rocket and zebra.',
  ])
    assert.equal(isSentence(SENTENCE, heard), false, heard);
});
