import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FEATURE_SIZE, PRINT_SIZE, SPECTRUM_BANDS } from '../../speaker-embedding/index.ts';
import { lossOf, spectrumErrorDb, type Target } from './target.ts';

const wave = (phase: number): Float32Array =>
  Float32Array.from({ length: FEATURE_SIZE }, (_, i) => Math.sin(i * 1.7 + phase));
const bands = (features: number): Float32Array =>
  Float32Array.from({ length: SPECTRUM_BANDS }, (_, band) => (band < features ? 1 : 0));

test('the gradient of the loss matches the effect of a small change', () => {
  const target: Target = { features: wave(0.3), bands: bands(19) };
  const features = wave(1.1);
  const { slope } = lossOf(target, features);
  for (const i of [0, 7, 127, 128, 140, 150, FEATURE_SIZE - 1]) {
    const moved = (by: number) => lossOf(target, features.with(i, (features[i] ?? 0) + by)).value;
    const difference = (moved(0.01) - moved(-0.01)) / 0.02;
    assert.ok(Math.abs(difference - (slope[i] ?? 9)) < 2e-4, `${i}: ${difference} and ${slope[i]}`);
  }
});

test('the level makes no difference, nor do bands that the recording does not have', () => {
  const target: Target = { features: wave(0.3), bands: bands(15) };
  const features = wave(1.1);
  const louder = features.map((value, i) =>
    i >= PRINT_SIZE && i < PRINT_SIZE + SPECTRUM_BANDS ? value + 2 : value,
  );
  const brighter = features.map((value, i) =>
    i >= PRINT_SIZE + 15 && i < PRINT_SIZE + SPECTRUM_BANDS ? value + 5 : value,
  );
  const error = spectrumErrorDb(target, features);
  assert.ok(Math.abs(spectrumErrorDb(target, louder) - error) < 1e-4);
  assert.ok(Math.abs(spectrumErrorDb(target, brighter) - error) < 1e-4);
});

test('a voice has zero loss against itself, whatever its pitch', () => {
  const features = wave(0.3);
  const { value } = lossOf({ features, bands: bands(SPECTRUM_BANDS) }, features.with(FEATURE_SIZE - 1, 99));
  assert.ok(value < 1e-3, `${value}`);
});
