import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameBytes } from '../shared-memory.ts';
import { copyPart } from './frame-part.ts';

const SIZE = { width: 12, height: 8 };
const PART = { x: 4, y: 2, width: 6, height: 4 };

test('a part is copied in all three planes, and nothing around it', () => {
  const picture = Uint8Array.from({ length: frameBytes(SIZE) }, (_, i) => i + 1);
  const copy = new Uint8Array(picture.length);
  copyPart(picture, copy, SIZE, PART);
  const copied = [...copy.entries()].filter(([, value]) => value > 0);
  assert.ok(copied.every(([i, value]) => value === picture[i]));
  const columns = (first: number, count: number): number[] =>
    Array.from({ length: count }, (_, column) => first + column);
  assert.deepEqual(
    copied.map(([i]) => i),
    [
      ...[28, 40, 52, 64].flatMap((first) => columns(first, 6)),
      // The chroma planes start at 96 and at 120 and have six columns.
      ...[104, 110, 128, 134].flatMap((first) => columns(first, 3)),
    ],
  );
});
