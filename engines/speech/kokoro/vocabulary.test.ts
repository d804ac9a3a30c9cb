import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInVocabulary, knownPhonemes, tokenIds, vocabularySize } from './vocabulary.ts';

test('maps the 114 symbols of the model to their published numbers', () => {
  assert.equal(vocabularySize, 114);
  const published: Record<string, number> = {
    ';': 1,
    '…': 10,
    ' ': 16,
    '\u0303': 17,
    ꭧ: 23,
    A: 24,
    I: 25,
    O: 31,
    Q: 33,
    S: 35,
    T: 36,
    W: 39,
    Y: 41,
    ᵊ: 42,
    a: 43,
    f: 48,
    h: 50,
    z: 68,
    ɑ: 69,
    æ: 72,
    β: 75,
    ç: 78,
    ɖ: 80,
    ə: 83,
    ɚ: 85,
    ɜ: 87,
    ɟ: 90,
    ɡ: 92,
    ɥ: 99,
    ɨ: 101,
    ʝ: 103,
    ɯ: 110,
    ø: 116,
    ɸ: 118,
    œ: 120,
    ɹ: 123,
    ɾ: 125,
    ɻ: 126,
    ʁ: 128,
    ʧ: 133,
    ʊ: 135,
    ʋ: 136,
    ʌ: 138,
    ɤ: 140,
    χ: 142,
    ʎ: 143,
    ʒ: 147,
    ʔ: 148,
    ˈ: 156,
    ː: 158,
    ʰ: 162,
    ʲ: 164,
    '↓': 169,
    '→': 171,
    '↘': 173,
    ᵻ: 177,
  };
  for (const [symbol, id] of Object.entries(published))
    assert.deepEqual(tokenIds(symbol), [0, id, 0], symbol);
});

test('drops symbols that the model was not trained on', () => {
  assert.equal(knownPhonemes('həlˈo8ʊ g'), 'həlˈoʊ ');
  assert.ok(!isInVocabulary('g'));
});

test('rejects more symbols than the model can take', () => {
  assert.equal(tokenIds('a'.repeat(510)).length, 512);
  assert.throws(() => tokenIds('a'.repeat(511)), RangeError);
});
