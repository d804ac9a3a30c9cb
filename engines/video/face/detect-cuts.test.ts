import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyFrame, type Frame } from '../source/frame.ts';
import { createCutDetector } from './detect-cuts.ts';

/** Waves of light that move with `phase`. */
function picture(phase: number, length: number): Frame {
  const frame = emptyFrame({ width: 128, height: 72 });
  frame.luma.forEach((_, i) => {
    frame.luma[i] = 128 + 100 * Math.sin((i % 128) / length + phase);
  });
  return frame;
}

test('a new scene is detected at its first picture and only there', () => {
  const isCut = createCutDetector();
  const scenes = Array.from({ length: 20 }, (_, i) =>
    i < 10 ? picture(i * 0.02, 9) : picture(2 + i * 0.02, 25),
  );
  assert.deepEqual(
    scenes.map(isCut).flatMap((cut, i) => (cut ? [i] : [])),
    [10],
  );
});

test('a camera that keeps moving fast is not a series of cuts', () => {
  const isCut = createCutDetector();
  const moving = Array.from({ length: 20 }, (_, i) => picture(i * 0.5, 20));
  assert.ok(moving.map(isCut).filter(Boolean).length <= 1);
});
