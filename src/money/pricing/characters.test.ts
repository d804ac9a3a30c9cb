import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCharacters } from './characters.ts';

test('length is counted in code points after NFC', () => {
  assert.equal(countCharacters('abc'), 3);
  assert.equal(countCharacters('e\u0301'), 1);
  assert.equal(countCharacters('👩🏽'), 2);
  assert.equal(countCharacters('你好'), 2);
});
