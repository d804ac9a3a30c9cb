import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shapeTo } from './shaping.ts';
import { type FormCurves, VISEMES, type Viseme } from './types.ts';

const still = (openness: number, width: number, rounding: number, jaw: number): FormCurves => ({
  openness: Float32Array.of(openness),
  width: Float32Array.of(width),
  rounding: Float32Array.of(rounding),
  jaw: Float32Array.of(jaw),
});

function pose(weights: Partial<Record<Viseme, number>>): Float32Array {
  return Float32Array.from(VISEMES, (viseme) => weights[viseme] ?? 0);
}

const share = (weights: Float32Array, viseme: Viseme): number => weights[VISEMES.indexOf(viseme)] ?? 0;

test('a vowel with a small measured opening opens little, and a shouted one opens more', () => {
  const mumbled = pose({ aa: 0.7, sil: 0.3 });
  const shouted = pose({ aa: 0.7, sil: 0.3 });
  shapeTo(still(0.4, 0.45, 0, 0.4), 0, mumbled);
  shapeTo(still(0.95, 0.45, 0, 0.95), 0, shouted);
  assert.ok(share(mumbled, 'aa') < 0.5 && share(shouted, 'aa') > 0.85);
});

test('measured rounding rounds the lips, but not as far as another viseme', () => {
  const weights = pose({ aa: 0.8, sil: 0.2 });
  shapeTo(still(0.8, 0, 1, 0.8), 0, weights);
  assert.ok(share(weights, 'ou') > 0.1 && share(weights, 'ou') < 0.4);
  assert.ok(share(weights, 'aa') > 0.4);
});

test('a resting mouth keeps resting, whatever the form', () => {
  const weights = pose({ sil: 1 });
  shapeTo(still(0.9, 0.9, 0, 0.9), 0, weights);
  assert.deepEqual([...weights], [...pose({ sil: 1 })]);
});

test('weights still sum to 1', () => {
  const value = fc.double({ min: 0, max: 1, noNaN: true });
  const parts = fc.array(value, { minLength: VISEMES.length, maxLength: VISEMES.length });
  fc.assert(
    fc.property(parts, value, value, value, value, (raw, openness, width, rounding, jaw) => {
      const sum = raw.reduce((total, part) => total + part, 1e-9);
      const weights = Float32Array.from(raw, (part) => part / sum);
      weights[0] = (weights[0] ?? 0) + 1 - weights.reduce((total, weight) => total + weight, 0);
      shapeTo(still(openness, width, rounding, jaw), 0, weights);
      assert.ok(Math.abs(weights.reduce((total, weight) => total + weight, 0) - 1) < 1e-5);
      assert.ok(weights.every((weight) => weight >= -1e-6));
    }),
  );
});
