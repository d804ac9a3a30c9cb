import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Correction,
  corrected,
  correctionAt,
  correctionGradient,
  learn,
  movedTo,
} from './correction.ts';

const SIZE = 6;
/** A surrogate error that is linear in the style. */
const MATRIX = Array.from({ length: 3 }, (_, row) =>
  Array.from({ length: SIZE }, (_, i) => Math.sin(3 * row + i)),
);
const errorAt = (style: Float32Array): Float32Array =>
  Float32Array.from(MATRIX, (row, k) => row.reduce((sum, weight, i) => sum + weight * (style[i] ?? 0), k));
const styleAt = (number: number): Float32Array =>
  Float32Array.from({ length: SIZE }, (_, i) => Math.cos(number * (i + 1)) * (i === number % SIZE ? 2 : 0.5));
const distance = (a: Float32Array, b: Float32Array): number =>
  Math.hypot(...a.map((value, i) => value - (b[i] ?? 0)));

function after(visits: number): Correction {
  let known = correctionAt(styleAt(0), errorAt(styleAt(0)));
  for (let i = 1; i < visits; i += 1) {
    known = learn(known, styleAt(i), errorAt(styleAt(i)));
    known = movedTo(known, styleAt(i), errorAt(styleAt(i)));
  }
  return known;
}

test('the correction is exact at its anchor and at the last measured style', () => {
  const known = learn(after(4), styleAt(7), errorAt(styleAt(7)));
  for (const number of [3, 7])
    assert.ok(distance(corrected(known, styleAt(number)), errorAt(styleAt(number))) < 5e-3);
});

test('elsewhere it improves with the number of measured styles', () => {
  const elsewhere = styleAt(40);
  const errors = [1, 30].map((visits) => distance(corrected(after(visits), elsewhere), errorAt(elsewhere)));
  assert.ok((errors[1] ?? 9) < 0.2 * (errors[0] ?? 0), `${errors}`);
});

test('its gradient matches the effect of a small change', () => {
  const known = after(5);
  const mix = Float32Array.of(1, -0.5, 2);
  const mixed = (style: Float32Array) =>
    corrected(known, style).reduce((sum, one, i) => sum + one * (mix[i] ?? 0), 0);
  const gradient = correctionGradient(known, mix, SIZE);
  const style = styleAt(9);
  for (let i = 0; i < SIZE; i += 1) {
    const moved = (by: number) => mixed(style.with(i, (style[i] ?? 0) + by));
    assert.ok(Math.abs((moved(0.1) - moved(-0.1)) / 0.2 - (gradient[i] ?? 9)) < 1e-3);
  }
});
