import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linearPrediction } from './linear-prediction.ts';

test('finds the coefficients that predict a sound from its earlier samples', () => {
  const sound = new Float64Array(400);
  sound[0] = 1;
  for (let n = 1; n < sound.length; n += 1) sound[n] = 1.2 * (sound[n - 1] ?? 0) - 0.8 * (sound[n - 2] ?? 0);
  const [first, second, third] = linearPrediction(sound, 2) ?? [];
  assert.equal(first, 1);
  assert.ok(Math.abs((second ?? 0) + 1.2) < 1e-3 && Math.abs((third ?? 0) - 0.8) < 1e-3);
});

test('returns null for silence', () => {
  assert.equal(linearPrediction(new Float64Array(100), 8), null);
});
