import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spanOf } from './span.ts';

/** Voices that differ in only three directions. */
const voices = Array.from({ length: 20 }, (_, voice) =>
  Float32Array.from(
    { length: 256 },
    (_, i) => 0.1 * [1, 2, 3].reduce((sum, k) => sum + Math.sin(voice * k * 1.3) * Math.cos(i * k * 0.37), 0),
  ),
);
const span = spanOf(voices);

test('a style off the directions in which voices differ is farther than one along them', () => {
  const first = voices[4] ?? new Float32Array(256);
  const length = Math.hypot(...first);
  const aside = Float32Array.from({ length: 256 }, (_, i) => (i % 2 === 0 ? 1 : -1) * (length / 16));
  assert.ok(span.distance(aside).value > 3 * span.distance(first).value);
});

test('its gradient matches the effect of a small change', () => {
  const style = Float32Array.from({ length: 256 }, (_, i) => 0.3 * Math.sin(i));
  const { gradient } = span.distance(style);
  for (const i of [0, 77, 128, 255]) {
    const moved = (by: number) => span.distance(style.with(i, (style[i] ?? 0) + by)).value;
    const difference = (moved(0.01) - moved(-0.01)) / 0.02;
    assert.ok(Math.abs(difference - (gradient[i] ?? 9)) < 1e-3 * Math.max(1, Math.abs(difference)));
  }
});
