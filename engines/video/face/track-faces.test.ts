import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyFrame, type Frame } from '../source/frame.ts';
import type { FaceNetworks } from './load-face-networks.ts';
import { CONTOURS, KEPT, PLACES } from './places.ts';
import { createFaceTracker, type FaceTrack } from './track-faces.ts';

const UNIT = 100;

/** A face whose lips are apart by `opening` units. */
function pointsOf(opening: number): Float32Array {
  const points = new Float32Array(3 * KEPT.length);
  const put = (place: number | undefined, x: number, y: number): void => points.set([x, y], 3 * (place ?? 0));
  put(PLACES.eyeOuterRight, 0, 0);
  put(PLACES.eyeOuterLeft, UNIT, 0);
  put(CONTOURS.upperLipInner[5], 50, 80);
  put(CONTOURS.lowerLipInner[5], 50, 80 + opening * UNIT);
  return points;
}

/** Frames carry their number in their first pixel. Returns which of them were looked at. */
async function track(openings: readonly number[], perSecond: number) {
  const looked: number[] = [];
  const numberOf = (frame: Frame): number => frame.luma[0] as number;
  const networks: FaceNetworks = {
    detectFaces: async () => [{ square: { x: 50, y: 50, size: 150, angle: 0 }, score: 1 }],
    findLandmarks: async (frame) => {
      looked.push(numberOf(frame));
      return { points: pointsOf(openings[numberOf(frame)] as number), presence: 1 };
    },
  };
  const tracker = createFaceTracker(networks, perSecond);
  const frame = emptyFrame({ width: 64, height: 36 });
  for (const index of openings.keys()) {
    frame.luma[0] = index;
    await tracker.add(frame);
  }
  const [found] = await tracker.end();
  return { found: found as FaceTrack, looked: [...new Set(looked)].toSorted((a, b) => a - b) };
}

describe('which frames of a clip are looked at', () => {
  const resting = Array.from({ length: 20 }, () => 0.05);

  test('every second one while the mouth rests, and the last one', async () => {
    const { found, looked } = await track(resting, 25);
    assert.deepEqual(looked, [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 19]);
    assert.equal(found.points.length, 20);
    assert.ok(found.points[19]);
  });

  test('every one from the frame before the mouth moves until it rests again', async () => {
    const { found, looked } = await track(resting.with(5, 0.1).with(6, 0.15).with(7, 0.1), 25);
    assert.deepEqual(looked, [0, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19]);
    assert.deepEqual(found.points[5], pointsOf(0.1));
  });

  test('every second one of a clip with many frames, whether it moves or not', async () => {
    const { looked } = await track(resting.with(5, 0.1).with(6, 0.15).with(7, 0.1), 50);
    assert.deepEqual(looked, [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 19]);
  });
});
