import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smoothTrack } from './smooth-track.ts';

const track = (values: (number | null)[]) => ({
  scene: 0,
  first: 0,
  fromCut: true,
  toCut: true,
  points: values.map((value) => (value === null ? null : Float32Array.of(value))),
});
const smoothed = (values: (number | null)[]): number[] =>
  smoothTrack(track(values)).map((one) => one[0] ?? 0);

test('a steady movement is unchanged and does not lag', () => {
  assert.deepEqual(smoothed([0, 2, 4, 6, 8]), [0, 2, 4, 6, 8]);
});

test('jitter is smoothed', () => {
  assert.deepEqual(smoothed([4, 6, 4, 6, 4]), [4, 5, 5, 5, 4]);
});

test('skipped frames are interpolated between their neighbours', () => {
  assert.deepEqual(smoothed([0, null, 4, null, null, 10]), [0, 2, 4, 6, 8, 10]);
});
