import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargeableCharacters } from './characters.ts';
import { TextRequired, TextTooLong } from './errors.ts';

test('400: empty text', () => {
  assert.throws(() => chargeableCharacters(''), TextRequired);
  assert.throws(() => chargeableCharacters(' \n\t'), TextRequired);
});

test('400: more than 5,000 characters', () => {
  assert.equal(chargeableCharacters('👋'.repeat(5_000)), 5_000);
  assert.throws(() => chargeableCharacters('a'.repeat(5_001)), TextTooLong);
});

test('400: a text too long to normalize is refused by its length alone', () => {
  assert.throws(() => chargeableCharacters('\u0301'.repeat(1_500_000)), TextTooLong);
  assert.equal(chargeableCharacters('\u03b1\u0313\u0300\u0345'.repeat(5_000)), 5_000);
});
