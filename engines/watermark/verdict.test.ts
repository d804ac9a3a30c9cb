import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, mayBeMarked } from './verdict.ts';

const FRAMES = 10 * 62.5;
const certain = new Float32Array(FRAMES).fill(1);
const against = new Float32Array(FRAMES).fill(-1);
const isAudible = new Uint8Array(FRAMES).fill(1);

test('a mark is found where both detectors find it, and what one of them denies is no mark', () => {
  assert.equal(judge({ waves: certain, course: certain, isAudible }).found, true);
  for (const [waves, course] of [
    [certain, against],
    [against, certain],
  ] as const) {
    const { found, share, windows } = judge({ waves, course, isAudible });
    assert.deepEqual([found, share], [false, 0]);
    assert.ok(windows.every(({ probability }) => probability < 0.001));
  }
});

test('each half of a sound may have another detector against it', () => {
  const half = new Float32Array(FRAMES).fill(1);
  half.fill(-1, FRAMES / 2);
  assert.equal(judge({ waves: half, course: half.toReversed(), isAudible }).found, false);
});

test('five seconds anywhere, or all of a shorter sound, may be marked', () => {
  const late = new Float32Array(FRAMES).fill(-1);
  late.fill(1, 300, 460);
  assert.equal(mayBeMarked(late), true);
  assert.equal(mayBeMarked(against), false);
  assert.equal(mayBeMarked(certain.subarray(0, 20)), true);
  assert.equal(mayBeMarked(new Float32Array()), false);
});
