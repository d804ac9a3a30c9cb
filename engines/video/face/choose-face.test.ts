import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chooseFace } from './choose-face.ts';
import { KEPT, PLACES } from './places.ts';
import type { FaceTrack } from './track-faces.ts';

/** A face of a size around a place, in so many frames. */
function track(scene: number, first: number, frames: number, x: number, size: number): FaceTrack {
  const points = new Float32Array(KEPT.length * 3);
  for (const i of KEPT.keys()) points.set([x + ((i % 2) - 0.5) * size, 100 + ((i % 3) - 1) * size, 0], i * 3);
  points.set([x - size / 2, 100, 0], PLACES.eyeOuterRight * 3);
  points.set([x + size / 2, 100, 0], PLACES.eyeOuterLeft * 3);
  return { scene, first, points: Array.from({ length: frames }, () => points), fromCut: true, toCut: true };
}

describe('who speaks', () => {
  test('the face that is large for longest, in each scene', () => {
    const small = track(0, 0, 50, 100, 40);
    const large = track(0, 0, 50, 300, 60);
    const brief = track(0, 0, 5, 500, 80);
    const later = track(1, 50, 20, 90, 30);
    assert.deepEqual(chooseFace([small, large, brief, later], undefined), [large, later]);
  });

  test('a face that is lost and found again continues to speak, and no two speak at once', () => {
    const before = track(0, 0, 20, 300, 60);
    const after = track(0, 25, 20, 310, 60);
    const other = track(0, 0, 45, 100, 30);
    assert.deepEqual(chooseFace([before, other, after], undefined), [before, after]);
  });

  test('an index selects that face from the left in the first frame with faces, then the nearest one', () => {
    const left = track(0, 3, 20, 100, 60);
    const right = track(0, 3, 20, 400, 40);
    const latecomer = track(0, 10, 13, 50, 60);
    const there = track(1, 23, 10, 380, 40);
    const elsewhere = track(1, 23, 10, 90, 80);
    const tracks = [left, right, latecomer, elsewhere, there];
    assert.deepEqual(chooseFace(tracks, 1), [right, there]);
    assert.deepEqual(chooseFace(tracks, 0), [left, elsewhere]);
    assert.throws(() => chooseFace(tracks, 2), { code: 'no_such_face', kind: 'invalid' });
  });

  test('400: no face', () => {
    assert.throws(() => chooseFace([], undefined), { code: 'no_face', kind: 'invalid' });
  });
});
