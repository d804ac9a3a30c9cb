import assert from 'node:assert/strict';
import { test } from 'node:test';
import { polynomialRoots } from './polynomial-roots.ts';

test('finds real roots and pairs', () => {
  // (x − 0.5)(x + 0.25)(x² − x + 0.5)
  const roots = polynomialRoots([1, -1.25, 0.625, 0, -0.0625]).sort(
    (a, b) => a.real - b.real || a.imaginary - b.imaginary,
  );
  const expected = [
    [-0.25, 0],
    [0.5, -0.5],
    [0.5, 0],
    [0.5, 0.5],
  ];
  for (const [real, imaginary] of expected)
    assert.ok(
      roots.some((root) => Math.hypot(root.real - (real ?? 0), root.imaginary - (imaginary ?? 0)) < 1e-6),
      `${real} and ${imaginary}`,
    );
});
