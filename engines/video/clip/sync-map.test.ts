import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FrameRate } from '../encode/index.ts';
import { VideoTooLong } from '../errors.ts';
import { framesFor, limitFrames } from '../source/frame-rate.ts';
import { SYNC_MODES, type SyncMode } from '../types.ts';
import { syncMap } from './sync-map.ts';

const RATES: Record<string, FrameRate> = {
  '24': { frames: 24, seconds: 1 },
  '25': { frames: 25, seconds: 1 },
  '29.97': { frames: 30_000, seconds: 1_001 },
  '60': { frames: 60, seconds: 1 },
};
const CLIP_SECONDS = 4;
const SHORTER_SECONDS = 2.5;
const LONGER_SECONDS = 9.3;

/** Frames of a video, by mode, for a clip of 4 s and a sound of 2.5 s or 9.3 s. */
const LENGTHS: Record<string, Record<SyncMode, [shorter: number, longer: number]>> = {
  '24': { cut_off: [60, 96], loop: [60, 224], bounce: [60, 224], silence: [96, 224], remap: [60, 224] },
  '25': { cut_off: [63, 100], loop: [63, 233], bounce: [63, 233], silence: [100, 233], remap: [63, 233] },
  '29.97': { cut_off: [75, 120], loop: [75, 279], bounce: [75, 279], silence: [120, 279], remap: [75, 279] },
  '60': { cut_off: [150, 240], loop: [150, 558], bounce: [150, 558], silence: [240, 558], remap: [150, 558] },
};

describe('which picture each frame of a video shows', () => {
  for (const [name, rate] of Object.entries(RATES))
    for (const mode of SYNC_MODES)
      test(`${mode} at ${name} frames a second has the exact length and shows only pictures of the clip`, () => {
        const clip = Math.round((CLIP_SECONDS * rate.frames) / rate.seconds);
        [SHORTER_SECONDS, LONGER_SECONDS].forEach((seconds, i) => {
          const { frames, sourceAt } = syncMap(mode, clip, framesFor(seconds, rate));
          assert.equal(frames, LENGTHS[name]?.[mode][i]);
          const shown = Array.from({ length: frames }, (_, frame) => sourceAt(frame));
          assert.equal(shown[0], 0);
          assert.ok(shown.every((picture) => Number.isInteger(picture) && picture >= 0 && picture < clip));
        });
      });

  const shown = (mode: SyncMode, clip: number, sound: number): number[] => {
    const { frames, sourceAt } = syncMap(mode, clip, sound);
    return Array.from({ length: frames }, (_, frame) => sourceAt(frame));
  };

  test('a loop begins again, a bounce goes back and shows the turning pictures once', () => {
    assert.deepEqual(shown('loop', 3, 8), [0, 1, 2, 0, 1, 2, 0, 1]);
    assert.deepEqual(shown('bounce', 4, 9), [0, 1, 2, 3, 2, 1, 0, 1, 2]);
  });

  test('silence holds the last picture under a longer sound', () => {
    assert.deepEqual(shown('silence', 3, 5), [0, 1, 2, 2, 2]);
  });

  test('remap plays from the first picture to the last, slower or faster', () => {
    assert.deepEqual(shown('remap', 3, 5), [0, 1, 1, 2, 2]);
    assert.deepEqual(shown('remap', 9, 3), [0, 4, 8]);
  });

  test('a clip of one picture is that picture in every mode', () => {
    for (const mode of SYNC_MODES) assert.ok(shown(mode, 1, 7).every((picture) => picture === 0));
  });

  test('a sound of whole frames gains none by rounding', () => {
    assert.equal(framesFor(1_001 / 30_000, { frames: 30_000, seconds: 1_001 }), 1);
    assert.equal(framesFor(2.4, { frames: 25, seconds: 1 }), 60);
    assert.equal(framesFor(0, { frames: 25, seconds: 1 }), 1);
  });
});

test('no video is longer than its limit: padding is cut, more is refused', () => {
  for (const rate of Object.values(RATES)) {
    const most = limitFrames(framesFor(180, rate), rate, 180);
    assert.ok((most * rate.seconds) / rate.frames <= 180);
    assert.equal(limitFrames(framesFor(180.1, rate), rate, 180), most);
    assert.throws(() => limitFrames(framesFor(180.3, rate), rate, 180), VideoTooLong);
  }
});
