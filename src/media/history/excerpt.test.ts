import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerptOf } from './excerpt.ts';

test('a short text is its own excerpt, on one line', () => {
  assert.equal(excerptOf(' Hello\n\nthere. '), 'Hello there.');
});

test('an excerpt has at most 200 characters and cuts none in two', () => {
  for (const text of ['a'.repeat(500), '👩🏽‍🚀'.repeat(100), `${'é'.repeat(199)}é${'x'.repeat(50)}`]) {
    const excerpt = excerptOf(text);
    assert.ok(excerpt.length <= 200 && excerpt.length > 150, `${excerpt.length}`);
    assert.ok(excerpt.endsWith('…') && excerpt.isWellFormed());
    assert.ok(text.startsWith(excerpt.slice(0, -1)));
  }
});
