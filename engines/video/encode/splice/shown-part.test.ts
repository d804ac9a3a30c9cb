import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownPart } from './shown-part.ts';

const SIZE = { width: 854, height: 480 };

test('a part consists of whole macroblocks around what moves', () => {
  const part = shownPart({ left: 301, top: 17.5, right: 499.2, bottom: 330 }, SIZE);
  assert.deepEqual(part, { x: 288, y: 16, width: 224, height: 320 });
});

test('a part ends at the edges of the picture', () => {
  const part = shownPart({ left: 700, top: -12, right: 900, bottom: 200 }, SIZE);
  assert.deepEqual(part, { x: 688, y: 0, width: 166, height: 208 });
});

test('where most of the picture moves, the part is all of it', () => {
  assert.deepEqual(shownPart({ left: 100, top: 0, right: 700, bottom: 400 }, SIZE), { x: 0, y: 0, ...SIZE });
});
