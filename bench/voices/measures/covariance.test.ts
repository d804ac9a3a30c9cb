import assert from 'node:assert/strict';
import { test } from 'node:test';
import { covarianceOf, divergence } from './covariance.ts';

const ROWS = Array.from({ length: 200 }, (_, i) =>
  Float64Array.of(Math.sin(i), Math.cos(1.7 * i) + 0.5 * Math.sin(i)),
);
const changed = (scale: number, shift: number) =>
  ROWS.map((row) => Float64Array.from(row, (value) => scale * value + shift));

test('a voice has distance 0 to itself, even through another microphone', () => {
  const own = covarianceOf(ROWS);
  assert.ok(Math.abs(divergence(own, own)) < 1e-9);
  assert.ok(Math.abs(divergence(own, covarianceOf(changed(1, 5)))) < 1e-9);
});

test('is symmetric, and equals that of two normal distributions', () => {
  const own = covarianceOf(ROWS);
  const wider = covarianceOf(changed(2, 0));
  // Two numbers, each with four times the variance: 2 × (4 + 1/4 − 2) / 2.
  assert.ok(Math.abs(divergence(own, wider) - 2.25) < 1e-9);
  assert.equal(divergence(own, wider), divergence(wider, own));
});

test('too few frames are rejected', () => {
  assert.throws(() => covarianceOf(ROWS.slice(0, 2)), /too few/u);
});
