import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameBytes } from '../shared-memory.ts';
import { copyPart, cutPart, pastePart } from './frame-part.ts';

const SIZE = { width: 12, height: 8 };
const PART = { x: 4, y: 2, width: 6, height: 4 };
const picture = Uint8Array.from({ length: frameBytes(SIZE) }, (_, i) => i);

test('a part that is cut and pasted gives the same picture, and has the pixels of its place', () => {
  const part = new Uint8Array(frameBytes(PART));
  cutPart(picture, SIZE, PART, part);
  assert.deepEqual([...part.subarray(0, 6)], [28, 29, 30, 31, 32, 33]);
  // The first chroma plane starts at 96 and has six columns.
  assert.deepEqual([...part.subarray(24, 27)], [104, 105, 106]);
  const copy = picture.slice();
  pastePart(copy, SIZE, PART, part);
  assert.deepEqual(copy, picture);
  pastePart(copy, SIZE, PART, new Uint8Array(part.length));
  assert.equal(copy.filter((value, i) => value !== picture[i]).length, part.length);
});

test('a part that is copied to another picture changes nothing around it', () => {
  const [into, part] = [new Uint8Array(picture.length), new Uint8Array(frameBytes(PART))];
  copyPart(picture, into, SIZE, PART);
  cutPart(picture, SIZE, PART, part);
  const expected = new Uint8Array(picture.length);
  pastePart(expected, SIZE, PART, part);
  assert.deepEqual(into, expected);
});
