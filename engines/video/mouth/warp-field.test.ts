import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyFrame, frameOf } from '../source/frame.ts';
import type { MouthGeometry } from './mouth-geometry.ts';
import { REST } from './mouth-shape.ts';
import { planColumns } from './plan-columns.ts';
import { createReshaper } from './reshape-mouth.ts';
import { boundsOf, warpField } from './warp-field.ts';

const SIZE = { width: 96, height: 80 };
const COLUMNS = 61;
const WIDE = { ...REST, gap: 0.3, jaw: 0.15 };
const NOBODY = { luma: 16, blue: 128, red: 128 };
const teeth = { luma: 200, blue: 128, red: 128 };

/** A closed mouth, 32 pixels wide. */
function mouthAt(x: number, y: number, tilt = 0): MouthGeometry {
  const line = (v: number) => Float32Array.from({ length: COLUMNS }, () => v);
  return {
    ...{ x, y, cos: Math.cos(tilt), sin: Math.sin(tilt), unit: 56, yaw: 0, first: -30, columns: COLUMNS },
    corners: { left: -16, right: 16, innerLeft: -14, innerRight: 14 },
    noseBase: -14,
    contours: {
      upperLipOuter: line(-5),
      upperLipInner: line(0),
      lowerLipInner: line(0),
      lowerLipOuter: line(5),
      jaw: line(24),
    },
  };
}

const still = () => {
  const frame = emptyFrame(SIZE);
  for (let i = 0; i < frame.bytes.length; i += 1) frame.bytes[i] = (i * 7919) % 251;
  return frame;
};

function fieldOf(geometry: MouthGeometry) {
  const reshaping = { geometry, shape: WIDE, strength: 1 };
  const plan = planColumns(geometry, WIDE, 1);
  const frame = still();
  const bounds = boundsOf(geometry, plan, frame);
  const field = warpField(reshaping, plan, bounds, frame, null);
  field.source.set(frame.bytes);
  field.draw(bounds);
  const at = (x: number, y: number) => (y - bounds.top) * (bounds.right - bounds.left) + x - bounds.left;
  return { plan, frame, bounds, field, at };
}

test('the opening of a wide mouth is inside, and nothing above the lips or below the chin is', () => {
  const { plan, field, bounds, at } = fieldOf(mouthAt(48, 30));
  const middle = 30;
  const [upper = 0, lower = 0] = [plan.upperInner[middle], plan.lowerInner[middle]];
  assert.ok(lower - upper > 12);
  for (let y = bounds.top; y < bounds.bottom; y += 1) {
    const v = y - 30;
    const inside = field.inside[at(48, y)] ?? 0;
    if (v > upper + 1 && v < lower - 1) {
      assert.equal(inside, 1, `${v}`);
      assert.deepEqual([field.column[at(48, y)], field.v[at(48, y)]], [middle, v]);
    }
    if (v < upper - 1 || v > lower + 1) assert.equal(inside, 0, `${v}`);
  }
});

for (const [where, geometry] of [
  ['in the middle', mouthAt(48, 30)],
  ['tilted', mouthAt(48, 34, 0.3)],
  ['at the left edge', mouthAt(6, 30)],
  ['at the lower right edge', mouthAt(90, 70)],
] as const)
  test(`the same mouth leaves a picture as it is, and another changes only what moves: ${where}`, () => {
    const { frame, bounds } = fieldOf(geometry);
    const reshape = createReshaper();
    const inner = { cavity: NOBODY, tongue: NOBODY, teeth: plainTeeth() };
    const drawn = (shape: typeof REST) => {
      const target = frameOf(SIZE.width, SIZE.height, frame.bytes.slice());
      reshape(frame, target, { geometry, inner, shape, strength: 1 });
      return target;
    };
    const isNear = (x: number, y: number) =>
      x >= bounds.left && x < bounds.right && y >= bounds.top && y < bounds.bottom;
    const wide = drawn(WIDE).luma;
    const changed = Array.from(wide.keys()).filter((i) => wide[i] !== frame.luma[i]);
    assert.ok(changed.length > 50);
    for (const i of changed) assert.ok(isNear(i % SIZE.width, Math.floor(i / SIZE.width)));
    // The lips of a mouth at rest touch already.
    assert.ok(Buffer.from(drawn(REST).bytes).equals(Buffer.from(frame.bytes)));
  });

function plainTeeth() {
  const plane = (value: number) => new Float32Array(96 * 32).fill(value);
  return {
    ...{ luma: plane(teeth.luma), blue: plane(128), red: plane(128), cover: plane(1) },
    own: false,
  };
}
