import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fillTable,
  MOMENT_NUMBERS,
  readMoment,
  readShape,
  rowOf,
  SHAPE_NUMBERS,
  writeMoment,
  writeShape,
} from './frame-table.ts';

/** All values are exact in 32-bit floats. */
const MOMENT = {
  lids: 0.5,
  gaze: { x: -0.25, y: 0.75 },
  brows: 0.125,
  head: { x: 0.0625, y: -0.5, tiltDegrees: 1.5, scale: 1.25 },
};
const SHAPE = { gap: 0.25, jaw: 0.125, width: 0.75, lift: 0.5, press: 1, tuck: 0.0625, tongue: 0.375 };

test('a row reads back as it was written and leaves its neighbours untouched', () => {
  const moments = fillTable(3, MOMENT_NUMBERS, (row, index) => index === 1 && writeMoment(row, MOMENT));
  assert.deepEqual(readMoment(rowOf(moments, 1)), MOMENT);
  assert.ok(
    rowOf(moments, 0).every((value) => value === 0) && rowOf(moments, 2).every((value) => value === 0),
  );
  const shapes = fillTable(2, SHAPE_NUMBERS, (row) => writeShape(row, SHAPE));
  assert.deepEqual(readShape(rowOf(shapes, 1)), SHAPE);
});
